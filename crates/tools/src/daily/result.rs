//! The result of a day as one line of text, to be sent.

use hairline_profile::daily::DailyResult;

use super::{DailyLevel, Date, hash_of};
use crate::output::times::seconds;

/// The result of a day, such as `Hairline daily 2026-11-24 #d227 · 2/3 · tries 1 4 (7) · 12.343 s 8.023 s –`: the day and the first
/// digits of the hash of its levels; how many were finished; the tries up to the first finish, in brackets where there is none
/// yet; the best times, with a star where there is only one with help.
pub fn result_line(date: Date, levels: &[DailyLevel], results: &[DailyResult]) -> String {
    line(date, (hash_of(levels) >> 48) as u16, results)
}

fn line(date: Date, hash: u16, results: &[DailyResult]) -> String {
    let finished = results.iter().filter(|result| result.is_finished()).count();
    let tries: Vec<String> = results
        .iter()
        .map(|result| if result.is_finished() { result.tries.to_string() } else { format!("({})", result.tries) })
        .collect();
    let times: Vec<String> = results
        .iter()
        .map(|result| match (result.best_ticks, result.assisted_ticks) {
            (Some(ticks), _) => format!("{} s", seconds(ticks as usize)),
            (None, Some(ticks)) => format!("{} s*", seconds(ticks as usize)),
            (None, None) => "–".to_owned(),
        })
        .collect();
    let (all, tries, times) = (results.len(), tries.join(" "), times.join(" "));
    format!("Hairline daily {date} #{hash:04x} · {finished}/{all} · tries {tries} · {times}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_is_a_line_of_text() {
        let date: Date = "2026-11-24".parse().expect("it is a day");
        let result = |tries, best_ticks, assisted_ticks| DailyResult { tries, best_ticks, assisted_ticks };
        let done = [result(1, Some(1580), None), result(4, Some(1027), Some(900)), result(2, None, Some(128))];
        let expected = "Hairline daily 2026-11-24 #d227 · 3/3 · tries 1 4 2 · 12.343 s 8.023 s 1.000 s*";
        assert_eq!(line(date, 0xd227, &done), expected);
        let begun = [done[0], result(7, None, None), DailyResult::default()];
        let expected = "Hairline daily 2026-11-24 #000a · 1/3 · tries 1 (7) (0) · 12.343 s – –";
        assert_eq!(line(date, 10, &begun), expected);
    }
}
