//! Days of the calendar, as a daily three is named: `2026-11-24`, in universal time.

use std::fmt;
use std::str::FromStr;
use std::time::{SystemTime, UNIX_EPOCH};

/// The years of the days that are known; two digits more or less are a slip of the keys.
const YEARS: std::ops::RangeInclusive<u32> = 2000..=2999;

/// A day of the Gregorian calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    year: u32,
    month: u32,
    day: u32,
}

impl Date {
    /// The day of universal time that it is now.
    pub fn today() -> Self {
        let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        Self::of_number((seconds / 86_400) as u32)
    }

    /// Days since the first of January 1970.
    pub fn number(self) -> u32 {
        // Years that begin in March have their leap day last.
        let year = self.year - u32::from(self.month <= 2);
        let month = (self.month + 9) % 12;
        let day_of_year = (153 * month + 2) / 5 + self.day - 1;
        365 * year + year / 4 - year / 100 + year / 400 + day_of_year - DAYS_TO_1970
    }

    /// The day with this [number](Self::number).
    pub fn of_number(number: u32) -> Self {
        let days = u64::from(number) + u64::from(DAYS_TO_1970);
        let era_day = days % DAYS_OF_400_YEARS;
        let year_of_era = (era_day - era_day / 1460 + era_day / 36_524 - era_day / (DAYS_OF_400_YEARS - 1)) / 365;
        let day_of_year = era_day - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let from_march = (5 * day_of_year + 2) / 153;
        let month = (from_march + 2) % 12 + 1;
        let year = days / DAYS_OF_400_YEARS * 400 + year_of_era + u64::from(month <= 2);
        let day = day_of_year - (153 * from_march + 2) / 5 + 1;
        Self { year: year as u32, month: month as u32, day: day as u32 }
    }

    /// The day so many days later.
    #[must_use]
    pub fn plus(self, days: u32) -> Self {
        Self::of_number(self.number().saturating_add(days))
    }
}

/// Days from the first of March of the year 0 to the first of January 1970.
const DAYS_TO_1970: u32 = 719_468;
const DAYS_OF_400_YEARS: u64 = 146_097;

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { year, month, day } = self;
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

impl FromStr for Date {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let form = || "a day is written as year, month and day, such as 2026-11-24".to_owned();
        let parts: Vec<&str> = text.split('-').collect();
        let &[year, month, day] = parts.as_slice() else { return Err(form()) };
        let number = |text: &str, digits: usize| {
            let is_number = text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse::<u32>().ok().filter(|_| is_number).ok_or_else(form)
        };
        let date = Self { year: number(year, 4)?, month: number(month, 2)?, day: number(day, 2)? };
        if !YEARS.contains(&date.year) {
            return Err(format!("the year must be {} to {}", YEARS.start(), YEARS.end()));
        }
        let is_a_day = (1..=12).contains(&date.month) && date.day >= 1 && Self::of_number(date.number()) == date;
        if is_a_day { Ok(date) } else { Err(format!("the calendar has no {date}")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_numbers_and_numbers_have_days() {
        for (text, number) in
            [("2000-01-01", 10_957), ("2000-02-29", 11_016), ("2026-11-24", 20_781), ("2100-03-01", 47_541)]
        {
            let date: Date = text.parse().expect("it is a day");
            assert_eq!((date.number(), date.to_string().as_str()), (number, text));
        }
        let (first, last): (Date, Date) = ("2000-01-01".parse().expect("a day"), "2999-12-31".parse().expect("a day"));
        for number in first.number()..=last.number() {
            assert_eq!(Date::of_number(number).number(), number);
        }
        assert_eq!(first.plus(31).to_string(), "2000-02-01");
    }

    #[test]
    fn what_is_no_day_is_told() {
        for (text, told) in [
            ("2026-02-29", "no 2026-02-29"),
            ("2026-13-01", "no 2026-13-01"),
            ("2026-11-00", "no 2026-11-00"),
            ("1999-12-31", "2000 to 2999"),
            ("24.11.2026", "such as"),
            ("2026-1-2", "such as"),
            ("+026-11-24", "such as"),
            ("2026-11-24-1", "such as"),
            ("", "such as"),
        ] {
            let error = text.parse::<Date>().expect_err(text);
            assert!(error.contains(told), "{text}: {error}");
        }
    }
}
