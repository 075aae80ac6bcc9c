//! The worlds: each has colors, a look and a piece of music of its own. No rule depends on them.

/// A world that a level belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub enum LevelWorld {
    /// Before sunrise.
    #[default]
    FirstLight,
    /// Steel blue and gears.
    Clockwork,
    /// Under the stars.
    Moonrise,
    /// Facets and leaves.
    GlassGarden,
    /// Girders and rust.
    Ironworks,
    /// Silver and symmetry.
    MirrorHall,
    /// Without color.
    Halftone,
    /// Black, and thin lines.
    Hairline,
}

impl LevelWorld {
    /// All worlds, in the order of the campaign.
    pub const ALL: [Self; 8] = [
        Self::FirstLight,
        Self::Clockwork,
        Self::Moonrise,
        Self::GlassGarden,
        Self::Ironworks,
        Self::MirrorHall,
        Self::Halftone,
        Self::Hairline,
    ];

    /// Its word in a level file.
    pub fn word(self) -> &'static str {
        match self {
            Self::FirstLight => "FirstLight",
            Self::Clockwork => "Clockwork",
            Self::Moonrise => "Moonrise",
            Self::GlassGarden => "GlassGarden",
            Self::Ironworks => "Ironworks",
            Self::MirrorHall => "MirrorHall",
            Self::Halftone => "Halftone",
            Self::Hairline => "Hairline",
        }
    }

    /// Its name in English.
    pub fn name(self) -> &'static str {
        match self {
            Self::FirstLight => "First Light",
            Self::GlassGarden => "Glass Garden",
            Self::MirrorHall => "Mirror Hall",
            Self::Clockwork | Self::Moonrise | Self::Ironworks | Self::Halftone | Self::Hairline => self.word(),
        }
    }

    /// Its place in [`Self::ALL`].
    pub fn index(self) -> usize {
        self as usize
    }

    /// The world of a level that names none, by its place in a campaign of so many levels: the campaign in parts as equal
    /// as can be. A level outside of the campaign is in the first.
    pub fn of_place(place: usize, levels: usize) -> Self {
        if place < levels { Self::ALL[place * Self::ALL.len() / levels] } else { Self::default() }
    }
}
