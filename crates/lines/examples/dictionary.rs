//! Prints a dictionary for lines: every third level of the campaign's worlds, made small. `cargo run -p hairline_lines --example
//! dictionary > crates/lines/src/hl1.dictionary` made that of `hl1`, which never changes again; the levels do.

use hairline_level::campaign::{self, CAMPAIGN_FILE_NAME};
use hairline_lines::compact;
use hairline_testing::levels_folder;

/// Deflate sees 32,768 bytes back: a level of two thousand still sees all of the dictionary at its end.
const BYTES_MAX: usize = 30 << 10;

fn main() {
    let folder = levels_folder();
    let campaign = campaign::read(&folder.join(CAMPAIGN_FILE_NAME)).expect("the campaign is valid");
    let mut dictionary = String::new();
    // Night levels come last, and have the walls of others.
    for file in campaign.files[..campaign.outline.levels].iter().skip(1).step_by(3) {
        let text = compact(&std::fs::read_to_string(folder.join(file)).expect("the campaign has it"));
        if dictionary.len() + text.len() <= BYTES_MAX {
            dictionary += &text;
        }
    }
    print!("{dictionary}");
}
