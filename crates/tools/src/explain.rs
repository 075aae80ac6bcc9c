//! `hairline explain`: what the code of a fault means and how to mend it.

use std::io::{self, Write};

use hairline_level::diagnostics::escape::escape;
use hairline_level::diagnostics::faults::{ALL, Fault};
use hairline_level::nearest;

use super::output::status::ExitStatus;

/// Prints one fault in full or, without a code, all of them in a line each.
pub fn explain(code: Option<&str>, out: &mut dyn Write) -> io::Result<ExitStatus> {
    let Some(code) = code else {
        let width = ALL.iter().map(|fault| fault.code.len()).max().unwrap_or(0);
        for fault in ALL {
            writeln!(out, "{:width$}  {}", fault.code, fault.summary)?;
        }
        return Ok(ExitStatus::Fine);
    };
    // As it stands in a message: `warning[too-high]`.
    let bare = code.trim_start_matches("error").trim_start_matches("warning").trim_matches(['[', ']']);
    match Fault::with_code(bare) {
        Some(fault) => {
            writeln!(out, "{}: {}\n\n{}", fault.code, fault.summary, fault.explanation)?;
            Ok(ExitStatus::Fine)
        }
        None => {
            let near = nearest(bare, ALL.iter().map(|fault| fault.code));
            let near = near.map_or(String::new(), |near| format!("; did you mean `{near}`"));
            writeln!(out, "there is no fault `{}`{near}; `hairline explain` lists all", escape(code))?;
            Ok(ExitStatus::CouldNotRun)
        }
    }
}
