//! What a release says of itself agrees: the version, the list of changes, and what software centers show.

const CHANGES: &str = include_str!("../../CHANGELOG.md");
const METAINFO: &str = include_str!("../../packaging/hairline.metainfo.xml");

#[test]
fn the_newest_changes_are_those_of_this_version_and_each_dated_version_is_in_the_metainfo() {
    let headings: Vec<&str> = CHANGES.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    let newest = headings.first().and_then(|heading| heading.split([',', ' ']).next());
    assert_eq!(newest, Some(env!("CARGO_PKG_VERSION")));
    for heading in headings {
        let (version, date) = heading.split_once(", ").expect("VERSION, DATE or VERSION, not released yet");
        let release = format!("<release version=\"{version}\" date=\"{date}\"");
        assert_eq!(METAINFO.contains(&release), date.starts_with('2'), "{heading}");
    }
}

#[test]
fn the_metainfo_is_about_the_entry_and_the_program_of_the_package() {
    for part in ["<id>hairline.desktop</id>", "<launchable type=\"desktop-id\">hairline.desktop", "<binary>hairline<"] {
        assert!(METAINFO.contains(part), "{part}");
    }
    assert!(METAINFO.contains(&format!("<project_license>{}<", env!("CARGO_PKG_LICENSE"))));
}
