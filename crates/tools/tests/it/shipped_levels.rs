//! Every shipped level is valid, without even a warning, and so is the campaign.

use hairline_tools::check::check;
use hairline_tools::check::options::CheckOptions;
use hairline_tools::output::status::ExitStatus;

#[test]
fn hairline_check_finds_nothing_wrong_with_the_shipped_levels() {
    let levels = hairline_testing::levels_folder();
    let mut out = Vec::new();
    let outcome = check(&CheckOptions::of([levels]), &mut out, false).expect("memory can be written");
    let out = String::from_utf8_lossy(&out);
    assert_eq!(outcome, ExitStatus::Fine, "{out}");
    assert!(out.ends_with(" 0 errors, 0 warnings\n"), "{out}");
    println!("{out}");
}
