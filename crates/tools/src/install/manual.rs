//! The manual pages: what `--help` says, in the form that `man` shows. They say nothing that the help does not.

use std::io;

use clap::Command;
use clap_mangen::Man;
use clap_mangen::roff::{Inline, Roff, roman};

/// The section of games.
const SECTION: &str = "6";

/// A page for the command and for each of its subcommands that the help lists: the names of the files, and what is in them. `date`
/// (YYYY-MM-DD) stands at the foot of each.
///
/// # Errors
/// None: memory can be written to.
pub fn pages(command: Command, date: &str) -> io::Result<Vec<(String, Vec<u8>)>> {
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let listed = command.get_subcommands().filter(|subcommand| !subcommand.is_hide_set());
    [&command].into_iter().chain(listed).map(|command| page(command, date)).collect()
}

fn page(command: &Command, date: &str) -> io::Result<(String, Vec<u8>)> {
    let name = command.get_display_name().unwrap_or_else(|| command.get_name()).to_owned();
    let help = command.get_after_help().map(|help| help.to_string()).unwrap_or_default();
    let game = format!("Hairline {}", crate::versions::GAME);
    let man = Man::new(command.clone()).title(name.to_uppercase()).section(SECTION).date(date).source(game);
    let mut bytes = vec![];
    man.render_title(&mut bytes)?;
    man.render_name_section(&mut bytes)?;
    man.render_synopsis_section(&mut bytes)?;
    man.render_description_section(&mut bytes)?;
    if command.get_arguments().any(|argument| !argument.is_hide_set()) {
        man.render_options_section(&mut bytes)?;
    }
    if command.get_subcommands().any(|subcommand| !subcommand.is_hide_set()) {
        man.render_subcommands_section(&mut bytes)?;
    }
    sections(&help).to_writer(&mut bytes)?;
    Ok((format!("{name}.{SECTION}"), bytes))
}

/// The end of a help: a line that ends in a colon begins a section, and the lines below it stay as they are laid out.
fn sections(help: &str) -> Roff {
    let mut roff = Roff::new();
    let mut lines: Vec<Inline> = vec![];
    let end = |roff: &mut Roff, lines: &mut Vec<Inline>| {
        if !lines.is_empty() {
            roff.control("nf", []);
            lines.drain(..).for_each(|line| _ = roff.text([line]));
            roff.control("fi", []);
        }
    };
    for line in help.lines().filter(|line| !line.trim().is_empty()) {
        match line.strip_suffix(':').filter(|_| !line.starts_with(' ')) {
            Some(title) => {
                end(&mut roff, &mut lines);
                roff.control("SH", [title.to_uppercase().as_str()]);
            }
            None => lines.push(roman(line.trim_end())),
        }
    }
    end(&mut roff, &mut lines);
    roff
}
