//! The version of a file's format, read before anything else of the file.

use serde::Deserialize;

use super::encoding::FileKind;
use super::{Reader, RonValue};
use crate::diagnostics::Diagnostic;
use crate::diagnostics::faults;

/// The version of the format of level files and of campaigns.
pub const FORMAT_VERSION: u32 = 1;

/// The fields by which a file shows what kind of file it is. Its serde name is empty, since it serves every kind: all begin
/// with a bare `(`.
#[derive(Deserialize)]
#[serde(rename = "", bound(deserialize = "'de: 'a"))]
struct Header<'a> {
    version: Option<RonValue<'a>>,
    map: Option<RonValue<'a>>,
    levels: Option<RonValue<'a>>,
    worlds: Option<RonValue<'a>>,
    inputs: Option<RonValue<'a>>,
}

/// Checks that a file is of the expected kind and of [`FORMAT_VERSION`], or reports why not.
pub(crate) fn check(reader: &mut Reader, expected: FileKind) -> Option<()> {
    let file: Header = reader.file()?;
    let has = (file.map.is_some(), file.levels.or(file.worlds).is_some(), file.inputs.is_some());
    let other = match (expected, has) {
        (_, (false, false, true)) => Some(("replay", "`hairline verify` plays it back")),
        (FileKind::Level, (false, true, false)) => Some(("campaign", "it must be named `campaign.ron`")),
        (FileKind::Campaign, (true, false, false)) => Some(("level", "its name must end in `.level.ron`")),
        _ => None,
    };
    if let Some((other, help)) = other {
        let expected = expected.word();
        let diagnostic = Diagnostic::error(format!("this file is a {other}, not a {expected}")).of(&faults::WRONG_KIND);
        return reader.refuse(diagnostic.at(reader.begin(), format!("expected a {expected}")).help(help));
    }
    let Some(value) = file.version else {
        let diagnostic = Diagnostic::error("there is no `version`")
            .of(&faults::WRONG_KIND)
            .at(reader.begin(), format!("add `version: {FORMAT_VERSION},` after this"));
        return reader.refuse(diagnostic.help("it is the version of the file format"));
    };
    let version: i64 = reader.scalar(value, "version", "the number 1")?;
    if version != i64::from(FORMAT_VERSION) {
        let diagnostic =
            Diagnostic::error(format!("version {version} of the format is not known")).of(&faults::WRONG_KIND);
        let diagnostic = diagnostic.at(reader.span(value), format!("expected {FORMAT_VERSION}"));
        let help = format!("this build reads version {FORMAT_VERSION}; a newer file needs a newer build");
        return reader.refuse(diagnostic.help(help));
    }
    Some(())
}
