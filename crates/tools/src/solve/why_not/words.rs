//! Why there is no run, in words.

use serde_json::{Value, json};

use hairline_geometry::tile::TileShape;
use hairline_level::{ActorKind, Condition, CrumbleSettings, Inspection};

use super::WhyNot;
use super::barrier::Barrier;
use super::change::{Change, gate_of, held_seconds};
use crate::weapon::{ActorId, with_line};

/// The most killers that are named, and the least share of the tries that one must have killed.
const KILLERS_MAX: usize = 3;
const SHARE_MIN: f64 = 0.01;

impl WhyNot {
    /// What is known, a sentence on each line: the cause, and the change that helps.
    pub fn lines(&self, inspection: &Inspection) -> Vec<String> {
        self.cause(inspection).into_iter().chain(self.remedy(inspection)).collect()
    }

    /// What the tries died of, and what bars the way on.
    pub(crate) fn cause(&self, inspection: &Inspection) -> Option<String> {
        let parts: Vec<String> = self.deaths(inspection).into_iter().chain(self.bar(inspection)).collect();
        (!parts.is_empty()).then(|| parts.join("; "))
    }

    /// The same for programs.
    pub(crate) fn json(&self, inspection: &Inspection) -> Value {
        let deaths = self.ends.deaths.iter();
        let deaths = deaths.map(|deaths| json!({"of": deaths.killer.words(inspection), "count": deaths.count}));
        json!({
            "place": [round(self.place.x), round(self.place.y)],
            "tries": self.ends.tries,
            "deaths": deaths.collect::<Vec<_>>(),
            "barrier": self.bar(inspection),
            "change": self.remedy.as_ref().map(|remedy| change_words(inspection, &remedy.change)),
            "change_ticks": self.remedy.as_ref().map(|remedy| remedy.ticks),
        })
    }

    /// What the tries died of.
    fn deaths(&self, inspection: &Inspection) -> Option<String> {
        let tries = self.ends.tries.max(1) as f64;
        let share = |count: u64| count as f64 / tries;
        let named = self.ends.deaths.iter().filter(|deaths| share(deaths.count) >= SHARE_MIN).take(KILLERS_MAX);
        let named: Vec<String> = named
            .map(|deaths| format!("{:.0} % died of {}", 100.0 * share(deaths.count), deaths.killer.words(inspection)))
            .collect();
        let (x, y) = (self.place.x, self.place.y);
        let came = format!("of {} tries that came to ({x:.1}, {y:.1}), ", grouped(self.ends.tries));
        (!named.is_empty()).then(|| came + &named.join(", "))
    }

    /// What bars the way on.
    fn bar(&self, inspection: &Inspection) -> Option<String> {
        Some(match self.barrier? {
            Barrier::Body(actor) => format!("next on their way was {}", with_line(inspection, actor)),
            Barrier::Gap(ledges, None) => format!("they stood before a gap of {} tiles", ledges.gap()),
            Barrier::Gap(ledges, Some(room)) => {
                format!("they stood before a gap of {} tiles under a ceiling {room} tiles high", ledges.gap())
            }
            Barrier::Height(ledges) => format!("they stood below a ledge {} tiles higher", ledges.height()),
        })
    }

    /// The smallest change with which a run was found.
    pub(crate) fn remedy(&self, inspection: &Inspection) -> Option<String> {
        let remedy = self.remedy.as_ref()?;
        let change = change_words(inspection, &remedy.change);
        Some(format!("{change}, a run was found in {} ticks", grouped(remedy.ticks)))
    }
}

/// Tiles to a tenth.
fn round(tiles: f32) -> f64 {
    (f64::from(tiles) * 10.0).round() / 10.0
}

/// A change in words, after which a sentence goes on with a comma.
pub(super) fn change_words(inspection: &Inspection, change: &Change) -> String {
    let actor = |&actor: &ActorId| with_line(inspection, actor);
    let actors = |actors: &[ActorId]| match actors {
        [] => String::new(),
        [one] => actor(one),
        [first, ..] => format!("{} and the other {} of its letter", actor(first), actors.len() - 1),
    };
    let level = inspection.level.as_ref();
    match change {
        Change::Longer(id, more) => {
            let seconds = level.and_then(|level| held_seconds(level, *id)).unwrap_or_default() + more;
            if id.0 == CrumbleSettings::KIND.names[0] {
                format!("with {} bearing the ninja {more:.1} s longer, {seconds:.1} s in all", actor(id))
            } else if more.is_finite() {
                format!("with {} holding its channel {more:.1} s longer, {seconds:.1} s in all", actor(id))
            } else {
                format!("with {} holding its channel for good", actor(id))
            }
        }
        Change::AllLonger(ids) => {
            let words: Vec<String> = ids.iter().map(actor).collect();
            format!("with {} each holding its channel for good", words.join(" and "))
        }
        Change::Returns(id) => format!("with {} not stopping where its path ends", actor(id)),
        Change::Ungated(id) => format!("with {} at work without its channel", actor(id)),
        Change::ThrowsUp(id) => format!("with {} throwing upwards", actor(id)),
        Change::LetsGo(id) => format!("with {} letting go of its channel after each touch", actor(id)),
        Change::Farther(id, factor) => format!("with the path of {} {factor} times as long", actor(id)),
        Change::WithoutSpikes(first, count) => {
            let (x, y) = (first.x as f32 + 0.5, first.y as f32 + 0.5);
            format!("without the {count} spikes from ({x:.1}, {y:.1}) to ({:.1}, {y:.1})", x + (count - 1) as f32)
        }
        Change::HalfAsFast(ids) => format!("with {} half as fast", actors(ids)),
        Change::TurnsBy(id, angle) => {
            // Half of 45 degrees is not 22.
            let degrees = (angle.to_degrees() * 100.0).round() / 100.0;
            format!("with {} turning by {degrees} degrees", actor(id))
        }
        Change::Stronger(id, factor) => format!("with {} stronger by {:.0} %", actor(id), 100.0 * (factor - 1.0)),
        Change::Toggled(id) => format!("with one toggle more for {}, open where it is shut", actor(id)),
        Change::WithoutPart(id, part) => {
            let condition = level.and_then(|level| Some(gate_of(level, *id)?.condition(&level.conditions)));
            let channels = match condition {
                Some(Condition::All(parts)) => parts.get(*part).map_or(vec![], channels_of),
                _ => vec![],
            };
            let names = channels.iter().filter_map(|&channel| level?.channels.get(channel));
            let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
            format!("with {} no longer waiting for {}", actor(id), names.join(" and "))
        }
        Change::Tile(cell, shape) => {
            let at = format!("({:.1}, {:.1})", cell.x as f32 + 0.5, cell.y as f32 + 0.5);
            let is_spikes = level.is_some_and(|level| level.terrain.tile(*cell) == TileShape::Spikes);
            match (shape, is_spikes) {
                (TileShape::Empty, true) => format!("without the spikes at {at}"),
                (TileShape::Empty, false) => format!("without the tile at {at}"),
                _ => format!("with a solid tile at {at}"),
            }
        }
        Change::Focus => "with focus".to_owned(),
        Change::Without(ids) => format!("without {}", actors(ids)),
        Change::WithoutShard(index) => {
            let at = level.and_then(|level| level.shards.get(*index)).copied().unwrap_or_default();
            format!("without the shard at ({:.1}, {:.1})", at.x, at.y)
        }
    }
}

fn channels_of(condition: &Condition) -> Vec<usize> {
    let mut channels = vec![];
    condition.for_each_channel(&mut |channel, _| channels.push(usize::from(channel.0)));
    channels
}

/// A number with a comma between thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let first = digits.len() % 3;
    let (head, tail) = digits.split_at(first);
    let groups = tail.as_bytes().chunks(3).map(|group| String::from_utf8_lossy(group).into_owned());
    let all: Vec<String> = (!head.is_empty()).then(|| head.to_owned()).into_iter().chain(groups).collect();
    all.join(",")
}
