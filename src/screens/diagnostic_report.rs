//! The errors and warnings of a level file as text: the diagnostics of the level loader where there are any, otherwise
//! the reason why the file could not be read. It does not decide how much of it is shown.

use bevy::asset::AssetLoadError;
use bevy::asset::io::AssetReaderError;

use crate::screens::level_catalog::level_asset::LevelLoadError;
use hairline_level::{Diagnostic, LevelDiagnostics, Severity};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RenderedDiagnostic {
    /// Several lines: the message, the place in the file and the cure.
    pub full: String,
    pub summary: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DiagnosticReport {
    /// In the order of the file.
    pub diagnostics: Vec<RenderedDiagnostic>,
    /// How many more there are, counted but not rendered.
    pub omitted: usize,
}

impl From<&LevelDiagnostics> for DiagnosticReport {
    fn from(diagnostics: &LevelDiagnostics) -> Self {
        let summary = |diagnostic: &Diagnostic| {
            let severity = match diagnostic.severity() {
                Severity::Error => "error",
                Severity::Warning => "warning",
            };
            let place =
                diagnostics.position(diagnostic).map_or_else(String::new, |place| format!(" in line {}", place.line));
            format!("{severity}{place}: {}", diagnostic.message())
        };
        let rendered = diagnostics
            .iter()
            .zip(diagnostics.rendered())
            .map(|(diagnostic, full)| RenderedDiagnostic { full, summary: summary(diagnostic) });
        Self { diagnostics: rendered.collect(), omitted: diagnostics.omitted() }
    }
}

impl From<&AssetLoadError> for DiagnosticReport {
    /// The level loader's own message where there is one, without what the asset server adds.
    fn from(error: &AssetLoadError) -> Self {
        match error {
            AssetLoadError::AssetLoaderError(error) => match error.error().downcast_ref::<LevelLoadError>() {
                Some(LevelLoadError::Invalid(diagnostics)) => Self::from(diagnostics),
                Some(other) => Self::from_reason(&other.to_string()),
                None => Self::from_reason(&error.error().to_string()),
            },
            AssetLoadError::AssetReaderError(AssetReaderError::NotFound(path)) => {
                Self::from_reason(&format!("{}: the file no longer exists", path.display()))
            }
            AssetLoadError::AssetReaderError(AssetReaderError::Io(error)) => Self::from_reason(&error.to_string()),
            other => Self::from_reason(&other.to_string()),
        }
    }
}

impl DiagnosticReport {
    /// A single error without a place in the file.
    fn from_reason(reason: &str) -> Self {
        let text = format!("error: {reason}");
        Self { diagnostics: vec![RenderedDiagnostic { full: text.clone(), summary: text }], omitted: 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_is_one_line_with_the_place_and_the_message() {
        let text = "(version: 1, name: \"x\", map: r\"\n #@?\n\")";
        let diagnostics = hairline_level::parse(text, "x.level.ron").expect_err("it is bad");
        let report = DiagnosticReport::from(&diagnostics);
        assert!(!report.diagnostics.is_empty());
        for RenderedDiagnostic { full, summary } in report.diagnostics {
            assert!(summary.starts_with("error in line ") && !summary.contains('\n'), "{summary}");
            assert!(full.contains(summary.split_once(": ").expect("it has a message").1), "{full}");
        }
    }
}
