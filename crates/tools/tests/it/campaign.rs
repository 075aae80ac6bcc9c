//! The campaign as a whole: its worlds and their beats, what it uses, and the figures that refuse a level.

use std::path::PathBuf;

use hairline_level::campaign::{self, Campaign};
use hairline_level::{Beat, KINDS, Level};
use hairline_lines::Line;
use hairline_profile::medal::{MedalTable, PLAYERS_FILE_NAME};
use hairline_sim::tuning::RULES_VERSION;
use hairline_tools::figures::curve::curve;
use hairline_tools::figures::page::{page, page_in};
use hairline_tools::figures::summary::Summary;
use hairline_tools::figures::{self, DEAD_ROCK_MAX, Figures, GIVES_UP_MAX, SCREEN, WAY_MAX, measure};
use hairline_tools::players::pace::PACED;
use hairline_tools::players::population::PLAYERS;
use hairline_tools::solve::store::proof_of;

fn shipped() -> (PathBuf, Campaign) {
    let file = hairline_testing::levels_folder().join(campaign::CAMPAIGN_FILE_NAME);
    let campaign = campaign::read(&file).unwrap_or_else(|error| panic!("{error}"));
    (file, campaign)
}

fn level(file: &str) -> Level {
    hairline_level::read(&hairline_testing::levels_folder().join(file)).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn each_of_eight_worlds_has_seven_levels_in_four_beats_and_a_night_level() {
    let (_, campaign) = shipped();
    assert_eq!(campaign.outline.worlds.len(), 8);
    for world in &campaign.outline.worlds {
        assert!(world.levels.len() == 7 && world.night.is_some(), "{world:?}");
        let beats = campaign.files[world.levels.clone()].iter().map(|file| {
            let about = level(file).about.unwrap_or_else(|| panic!("{file} does not say what it is about"));
            about.beat
        });
        let beats: Vec<Beat> = beats.collect();
        assert!(beats[0] == Beat::Meet && beats[6] == Beat::Exam, "{:?}: {beats:?}", world.world);
        assert!(Beat::ALL.iter().all(|beat| beats.contains(beat)), "{:?}: {beats:?}", world.world);
    }
}

#[test]
fn every_kind_of_actor_is_somewhere_in_the_campaign() {
    let (_, campaign) = shipped();
    let levels: Vec<Level> = campaign.all_but_labs().iter().map(|file| level(file)).collect();
    for kind in KINDS {
        let count = levels.iter().filter(|level| level.actors.count_of(kind.word) > 0).count();
        println!("{}: {count} levels", kind.word);
        assert!(count > 0, "{}", kind.word);
    }
}

/// The page of the campaign is as the command writes it, and so is its picture.
#[test]
fn the_page_of_the_campaign_has_the_figures_of_today() {
    let (file, campaign) = shipped();
    let levels = measure(&file, &campaign).unwrap_or_else(|error| panic!("{error}"));
    let unplayed: Vec<&str> = levels.iter().filter(|level| level.row.is_none()).map(|level| &*level.name).collect();
    assert!(
        unplayed.is_empty(),
        "{unplayed:?}: run `hairline playtest levels/LEVEL.level.ron --write levels/players.tsv` for each"
    );
    let docs = hairline_testing::levels_folder().with_file_name("docs");
    let read = |name: &str| std::fs::read_to_string(docs.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let renew = "run `hairline figures levels/campaign.ron --write docs/CAMPAIGN.md --curve docs/curve.svg`";
    let text = read("CAMPAIGN.md");
    assert_eq!(page_in(&text).expect("it has the marks").trim(), page(&levels, &campaign.outline).trim(), "{renew}");
    assert_eq!(read("curve.svg"), curve(&levels, &campaign.outline), "{renew}");
}

#[test]
fn each_medal_has_a_run_to_race_against_that_just_earns_it() {
    let (file, campaign) = shipped();
    let table = std::fs::read_to_string(file.with_file_name(PLAYERS_FILE_NAME)).expect("it is there");
    let table = MedalTable::parse(&table, RULES_VERSION).unwrap_or_else(|error| panic!("{error}"));
    let mut shares = vec![];
    for name in campaign.all_but_labs() {
        let level = level(name);
        let (proof, _) = proof_of(&file.with_file_name(name), &level).unwrap_or_else(|error| panic!("{error}"));
        let times = table.times(level.hash, proof.inputs.len() as u32);
        for medal in PACED {
            let line = table.run(level.hash, medal).unwrap_or_else(|| panic!("{name}: no run for {medal:?}"));
            let line = Line::parse(line).unwrap_or_else(|error| panic!("{name}, {medal:?}: {error}"));
            let run = line.run().expect("it holds a run");
            run.verify(&level).unwrap_or_else(|error| panic!("{name}, {medal:?}: {error}"));
            let share = run.inputs.len() as f32 / times.ticks(medal) as f32;
            assert!(share <= 1.0, "{name}, {medal:?}: {} ticks", run.inputs.len());
            shares.push(share);
        }
    }
    shares.sort_by(f32::total_cmp);
    let near = shares.iter().filter(|share| **share >= 0.95).count();
    println!(
        "{near} of {} runs take at least 95 % of their medal's time; the least share is {:.2}",
        shares.len(),
        shares[0]
    );
    // Where players take several times as long as any run that is known, slowing one down has its limits.
    assert!(near * 100 >= shares.len() * 85, "{shares:?}");
}

#[test]
fn the_maps_of_the_campaign_are_within_their_limits() {
    let (file, campaign) = shipped();
    let levels = measure(&file, &campaign).unwrap_or_else(|error| panic!("{error}"));
    let count = |is: fn(&Figures) -> bool| levels.iter().filter(|level| is(level)).count();
    for level in &levels {
        assert!(
            level.dead_rock <= DEAD_ROCK_MAX,
            "{}: {:.0} % of it is dead rock",
            level.name,
            level.dead_rock * 100.0
        );
        assert!(level.way.0 <= WAY_MAX, "{} is run like {}: {:.2}", level.name, level.way.1, level.way.0);
    }
    assert!(count(|level| level.size != SCREEN) >= 12, "a dozen levels of another size than the screen's");
    assert!(count(|level| level.size.y > level.size.x) >= 3, "three levels higher than wide");
    assert!(2 * count(|level| level.has_slopes) >= levels.len(), "slopes in half of the levels");
    assert!(5 * count(|level| level.needs_light) >= 4 * levels.len(), "light in four of five");
}

/// The most that a world's median tries may differ from their aim, as a share of that.
const OFF_AIM: f32 = 0.3;
/// An exam takes at most so many times its world's median tries, and the level after it at most this share of the exam's.
const EXAM_MAX: f32 = 2.5;
const AFTER_EXAM_MAX: f32 = 0.5;
/// The least rank correlation of a level's place and its mean tries.
const CORRELATION_MIN: f32 = 0.85;
/// Seconds that a death may cost in the mean.
const SECONDS_LOST_MAX: f32 = 6.0;
/// The share of the players that may need more than three tries for the first level.
const SLOW_MAX: f32 = 0.03;

#[test]
fn players_fare_in_the_campaign_as_they_should() {
    let (file, campaign) = shipped();
    let levels = measure(&file, &campaign).unwrap_or_else(|error| panic!("{error}"));
    let rows: Vec<_> = levels.iter().map(|level| (&level.name, level.row.expect("it was played"))).collect();
    // So few give up that nearly all finish the first world and see the end.
    for (name, row) in &rows {
        assert!(row.gives_up <= GIVES_UP_MAX, "{name} is given up by {:.1} %", row.gives_up * 100.0);
    }
    // Whoever needs more than three tries fails three times. The mean has two digits.
    let (name, first) = rows[0];
    let failures = (first.tries_mean + 0.005 - 1.0) * PLAYERS as f32;
    let slow = (failures / 3.0).floor() / PLAYERS as f32;
    assert!(slow <= SLOW_MAX && first.gives_up == 0.0, "{name}: {} tries in the mean", first.tries_mean);
    let summary = Summary::new(&figures::rows(&levels), &campaign.outline);
    println!("{summary:#?}");
    let mut before = 0.0;
    for (place, world) in summary.worlds.iter().enumerate() {
        let [tries, aim, exam] = [world.tries, world.aim, world.exam].map(|tries| tries.expect("it was played"));
        let name = world.world;
        assert!((tries - aim).abs() <= OFF_AIM * aim + 1e-3, "{name:?}: {tries} tries, to aim at {aim}");
        assert!(tries > before, "{name:?}: {tries} tries, and {before} in the world before");
        assert!(exam <= tries * EXAM_MAX, "{name:?}: {exam} tries in the exam, {tries} in the median level");
        assert_eq!(world.after_exam.is_none(), place + 1 == summary.worlds.len(), "{name:?}");
        let after = world.after_exam.unwrap_or(0.0);
        assert!(after <= exam * AFTER_EXAM_MAX, "{name:?}: {after} tries after an exam of {exam}");
        before = tries;
    }
    assert!(summary.correlation >= CORRELATION_MIN, "{}", summary.correlation);
    assert!(summary.seconds_lost <= SECONDS_LOST_MAX, "{}", summary.seconds_lost);
}
