//! What the player has to be told of the profile's files. The screens put it into words, in the player's language.

/// One thing to tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The folder cannot be used: progress lasts until the game ends.
    NotSaved {
        /// The folder, and what the system says.
        reason: String,
    },
    /// Another running game has the profile.
    AnotherGame,
    /// A file could be neither read nor set aside, so nothing is written over it.
    NothingOverwritten {
        /// What the system says.
        reason: String,
    },
    /// A write failed; it is tried again.
    WriteFailed {
        /// The file's path.
        file: String,
        /// What the system says.
        reason: String,
    },
    /// A file is of a later version of the game.
    Newer {
        /// The file's name.
        file: String,
        /// The name that it has now.
        kept_as: String,
    },
    /// A file could not be read.
    Damaged {
        /// The file's name.
        file: String,
        /// The name that it has now.
        kept_as: String,
    },
    /// The backup was read in place of the profile.
    BackupRead,
    /// There was a backup and no profile.
    MissingBackupRead,
}
