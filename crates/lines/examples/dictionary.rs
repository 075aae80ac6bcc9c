//! Prints a dictionary for lines: every third level of the campaign, made small. `cargo run -p hairline_lines --example
//! dictionary > crates/lines/src/hl1.dictionary` made that of `hl1`, which never changes again; the levels do.

use hairline_level::campaign::{self, CAMPAIGN_FILE_NAME};
use hairline_lines::compact;
use hairline_testing::levels_folder;

/// The window of deflate.
const BYTES_MAX: usize = 1 << 15;

fn main() {
    let folder = levels_folder();
    let campaign = campaign::read(&folder.join(CAMPAIGN_FILE_NAME)).expect("the campaign is valid");
    let mut dictionary = String::new();
    for file in campaign.all_but_labs().iter().step_by(3) {
        let text = compact(&std::fs::read_to_string(folder.join(file)).expect("the campaign has it"));
        if dictionary.len() + text.len() <= BYTES_MAX {
            dictionary += &text;
        }
    }
    print!("{dictionary}");
}
