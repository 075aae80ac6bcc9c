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

/// The shares of the players that finish the first world, enter the last one and see the end, at least.
const FINISH_WORLD_1: f32 = 0.9;
const ENTER_THE_LAST: f32 = 0.6;
const SEE_THE_END: f32 = 0.45;
/// How far a world's median tries may be from what to aim at, as a share of that.
const OFF_AIM: f32 = 0.3;
/// The most tries of an exam, in those of its world, and of the level after it, in those of the exam.
const EXAM_MAX: f32 = 2.5;
const AFTER_EXAM_MAX: f32 = 0.5;
const CORRELATION_MIN: f32 = 0.85;
/// Seconds that a death may cost in the mean.
const SECONDS_LOST_MAX: f32 = 6.0;

#[test]
fn players_fare_in_the_campaign_as_they_should() {
    let (file, campaign) = shipped();
    let levels = measure(&file, &campaign).unwrap_or_else(|error| panic!("{error}"));
    let rows: Vec<_> = levels.iter().map(|level| (&level.name, level.row.expect("it was played"))).collect();
    for (name, row) in &rows {
        assert!(row.gives_up <= GIVES_UP_MAX, "{name} is given up by {:.1} %", row.gives_up * 100.0);
    }
    // By Markov's inequality, so many players at most need more than three tries. The table's mean has two digits.
    let (name, first) = rows[0];
    assert!((first.tries_mean - 1.005) / 3.0 <= 0.03 && first.gives_up == 0.0, "{name}: {} tries", first.tries_mean);
    let summary = Summary::new(&figures::rows(&levels), &campaign.outline);
    println!("{summary:#?}");
    let entered = |world: usize| summary.worlds[world].entered.expect("it was played");
    assert!(entered(1) >= FINISH_WORLD_1 && entered(7) >= ENTER_THE_LAST);
    assert!(summary.see_the_end.expect("it was played") >= SEE_THE_END);
    let mut before = 0.0;
    for world in &summary.worlds {
        let [tries, aim, exam] = [world.tries, world.aim, world.exam].map(|tries| tries.expect("it was played"));
        assert!((tries / aim - 1.0).abs() <= OFF_AIM, "{:?}: {tries} tries, to aim at {aim}", world.world);
        assert!(tries > before, "{:?}: {tries} tries, and {before} in the world before", world.world);
        assert!(exam <= tries * EXAM_MAX, "{:?}: {exam} tries in the exam, {tries} elsewhere", world.world);
        if let Some(after) = world.after_exam {
            assert!(after <= exam * AFTER_EXAM_MAX, "{:?}: {after} tries after an exam of {exam}", world.world);
        }
        before = tries;
    }
    assert!(summary.correlation >= CORRELATION_MIN, "{}", summary.correlation);
    assert!(summary.seconds_lost <= SECONDS_LOST_MAX, "{}", summary.seconds_lost);
}
