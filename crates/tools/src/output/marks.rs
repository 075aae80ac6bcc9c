//! Replaces the text between two marker lines of a file.

use std::ops::Range;
use std::path::Path;

use hairline_profile::disk::replace;

use crate::files::bytes_of;

/// The largest file whose marks are filled.
const FILE_BYTES_MAX: u64 = 16 << 20;

/// Two lines of a file between which a command writes.
pub(crate) struct Marks {
    pub begin: &'static str,
    pub end: &'static str,
}

impl Marks {
    /// The bytes between the marks in a text.
    ///
    /// # Errors
    /// A sentence, if one of the two is not there exactly once, or they are in the wrong order.
    pub fn between(&self, text: &str) -> Result<Range<usize>, String> {
        let (begin, end) = (line_of(text, self.begin)?, line_of(text, self.end)?);
        if begin.end > end.start {
            return Err(format!("the line `{}` is below `{}`", self.begin, self.end));
        }
        Ok(begin.end..end.start)
    }

    /// A text with other content between its two marks, with the line breaks that the text has.
    ///
    /// # Errors
    /// As [`between`](Self::between).
    pub fn fill(&self, text: &str, content: &str) -> Result<String, String> {
        let Range { start, end } = self.between(text)?;
        let content = format!("\n{content}\n");
        let content = if text.contains("\r\n") { content.replace('\n', "\r\n") } else { content };
        Ok(format!("{}{content}{}", &text[..start], &text[end..]))
    }

    /// Replaces what stands between the marks of a file.
    ///
    /// # Errors
    /// A sentence, if the file is too large or cannot be read or written, or as [`between`](Self::between).
    pub fn write(&self, file: &Path, content: &str) -> Result<(), String> {
        let text = String::from_utf8(bytes_of(file, FILE_BYTES_MAX)?).map_err(|_| "it is not UTF-8".to_owned())?;
        replace(file, self.fill(&text, content)?.as_bytes()).map_err(|error| error.to_string())
    }
}

/// The bytes of the one line that is a mark, with its line break.
fn line_of(text: &str, mark: &str) -> Result<Range<usize>, String> {
    let mut at = 0;
    let mut found = None;
    for line in text.split_inclusive('\n') {
        if line.trim() == mark && found.replace(at..at + line.len()).is_some() {
            return Err(format!("it has the line `{mark}` twice"));
        }
        at += line.len();
    }
    found.ok_or_else(|| format!("it lacks the line `{mark}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MARKS: Marks = Marks { begin: "<!-- begin -->", end: "<!-- end -->" };

    #[track_caller]
    fn check(text: &str, expected: Result<&str, &str>) {
        let filled = MARKS.fill(text, "a\nb\n");
        assert_eq!(filled.as_deref().map_err(String::as_str), expected);
        if let Ok(filled) = filled {
            assert_eq!(MARKS.fill(&filled, "a\nb\n").as_ref(), Ok(&filled), "written again");
        }
    }

    #[test]
    fn what_stands_between_the_marks_is_replaced_and_nothing_else() {
        check("x\n<!-- begin -->\nold\n<!-- end -->\ny", Ok("x\n<!-- begin -->\n\na\nb\n\n<!-- end -->\ny"));
        check("<!-- begin -->\n<!-- end -->", Ok("<!-- begin -->\n\na\nb\n\n<!-- end -->"));
    }

    #[test]
    fn the_line_breaks_of_the_file_stay() {
        check(
            "x\r\n<!-- begin -->\r\nold\r\n<!-- end -->\r\ny\r\n",
            Ok("x\r\n<!-- begin -->\r\n\r\na\r\nb\r\n\r\n<!-- end -->\r\ny\r\n"),
        );
    }

    #[test]
    fn a_file_that_is_too_large_never_ends_or_is_no_text_is_refused_and_stays() {
        let folder = std::env::temp_dir().join(format!("hairline-marks-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a temporary folder");
        let path = folder.join("tables.md");
        let refusal = || MARKS.write(&path, "a").expect_err("it is no such file");
        let file = std::fs::File::create(&path).expect("a file in it");
        file.set_len(FILE_BYTES_MAX + 1).expect("it takes no space");
        assert_eq!(refusal(), "the file has 16777217 bytes, and at most 16777216 are read");
        assert_eq!(path.metadata().expect("it is there").len(), FILE_BYTES_MAX + 1);
        std::fs::write(&path, b"\xff").expect("it can be written");
        assert_eq!(refusal(), "it is not UTF-8");
        #[cfg(unix)]
        {
            std::fs::remove_file(&path).expect("it is there");
            std::os::unix::fs::symlink("/dev/zero", &path).expect("a link in it");
            assert_eq!(refusal(), "it is not a regular file");
        }
        std::fs::remove_dir_all(&folder).expect("it was made here");
    }

    #[test]
    fn a_mark_that_is_missing_twice_or_in_the_wrong_place_is_told() {
        check("<!-- begin -->\n", Err("it lacks the line `<!-- end -->`"));
        check("a `<!-- begin -->` in a sentence\n<!-- end -->\n", Err("it lacks the line `<!-- begin -->`"));
        check("<!-- end -->\n<!-- begin -->\n", Err("the line `<!-- begin -->` is below `<!-- end -->`"));
        check("<!-- begin -->\n<!-- end -->\n<!-- begin -->\n", Err("it has the line `<!-- begin -->` twice"));
        check("<!-- begin -->\n<!-- end -->\n<!-- end -->\n", Err("it has the line `<!-- end -->` twice"));
    }
}
