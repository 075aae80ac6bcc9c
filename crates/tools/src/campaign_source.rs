//! Where the campaign that the game plays comes from: a folder, or the program itself.

use std::env;
use std::path::{Path, PathBuf, absolute};

use include_dir::{Dir, DirEntry};

use hairline_level::campaign::{self, CAMPAIGN_FILE_NAME, Campaign};
use hairline_level::diagnostics::escape::escape_path;
use hairline_level::file::text_bytes;
use hairline_level::{Level, ReadError};
use hairline_lines::Line;

/// The environment variable that names another folder with a campaign.
pub const LEVELS_VARIABLE: &str = "HAIRLINE_LEVELS";

/// The repository's levels as they were when the program was built. A build for developing has none: it reads those of the
/// repository, so that a changed level is played without building anew.
#[cfg(not(debug_assertions))]
const BUILT_IN: Option<&Dir> = Some({
    static LEVELS: Dir = include_dir::include_dir!("$CARGO_MANIFEST_DIR/../../levels");
    &LEVELS
});
#[cfg(debug_assertions)]
const BUILT_IN: Option<&Dir> = None;

/// Where a campaign is read from.
#[derive(Clone, Debug, PartialEq)]
pub enum CampaignSource {
    /// A folder; that of a campaign has a `campaign.ron`.
    Folder(PathBuf),
    /// The files in the program.
    Program(BuiltIn),
}

/// Files in the program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BuiltIn(&'static Dir<'static>);

impl BuiltIn {
    /// All files: each by its path from the campaign's folder, and its bytes.
    pub fn files(self) -> Vec<(&'static Path, &'static [u8])> {
        let (mut files, mut folders) = (vec![], vec![self.0]);
        while let Some(folder) = folders.pop() {
            for entry in folder.entries() {
                match entry {
                    DirEntry::Dir(inner) => folders.push(inner),
                    DirEntry::File(file) => files.push((file.path(), file.contents())),
                }
            }
        }
        files
    }

    fn bytes(self, path: &str) -> &'static [u8] {
        self.0.get_file(path).map_or(&[], |file| file.contents())
    }
}

impl CampaignSource {
    /// Finds the campaign: in the folder that [`LEVELS_VARIABLE`] names and nowhere else. Without it, in the first of these:
    /// `levels` beside the program, as in an unpacked archive; `../share/hairline/levels` from the program's folder, as in an
    /// installed package; the program itself, or in a build for developing the repository.
    ///
    /// # Errors
    /// In one sentence, if there is no `campaign.ron` in any of them.
    pub fn find() -> Result<Self, String> {
        let named = env::var_os(LEVELS_VARIABLE).filter(|folder| !folder.is_empty());
        let program = env::current_exe().and_then(|program| program.canonicalize()).ok();
        Self::find_from(named.map(PathBuf::from), program.as_deref().and_then(Path::parent), BUILT_IN)
    }

    fn find_from(
        named: Option<PathBuf>,
        program_folder: Option<&Path>,
        built_in: Option<&'static Dir<'static>>,
    ) -> Result<Self, String> {
        let is_named = named.is_some();
        let candidates = match named {
            Some(folder) => vec![absolute(&folder).unwrap_or(folder)],
            None => folders_of(program_folder),
        };
        if let Some(folder) = candidates.iter().find(|folder| folder.join(CAMPAIGN_FILE_NAME).is_file()) {
            return Ok(Self::Folder(folder.clone()));
        }
        if let Some(files) = built_in.filter(|_| !is_named) {
            return Ok(Self::Program(BuiltIn(files)));
        }
        let tried: Vec<String> = candidates.iter().map(|folder| escape_path(folder)).collect();
        Err(format!(
            "no levels found: there is no `{CAMPAIGN_FILE_NAME}` in {}; set {LEVELS_VARIABLE} to the folder that has it",
            tried.join(" or ")
        ))
    }

    /// Reads the campaign's outline, and no level.
    ///
    /// # Errors
    /// If the file cannot be read, or there are errors in it.
    pub fn read(&self) -> Result<Campaign, ReadError> {
        match self {
            Self::Folder(folder) => campaign::read(&folder.join(CAMPAIGN_FILE_NAME)),
            Self::Program(files) => Ok(campaign::parse(files.bytes(CAMPAIGN_FILE_NAME), CAMPAIGN_FILE_NAME)?),
        }
    }

    /// A file of the campaign, such as `first-light.level.ron`.
    ///
    /// # Errors
    /// In one sentence, if it cannot be read.
    pub(crate) fn bytes(&self, path: &Path) -> Result<Vec<u8>, String> {
        match self {
            Self::Folder(folder) => text_bytes(&folder.join(path)).map_err(|error| error.to_string()),
            Self::Program(files) => match files.0.get_file(path) {
                Some(file) => Ok(file.contents().to_vec()),
                None => Err(format!("{}: it is not in the program", escape_path(path))),
            },
        }
    }

    /// The levels, the labs included: each with its file, or from the program with its line, which every command takes in the
    /// place of a file. What cannot be read is left out.
    pub(crate) fn levels(&self) -> Vec<(PathBuf, Level)> {
        let names = self.read().map(|campaign| campaign.files).unwrap_or_default();
        let level = |name: &String| match self {
            Self::Folder(folder) => {
                let path = folder.join(name);
                Some((path.clone(), hairline_level::read(&path).ok()?))
            }
            Self::Program(files) => {
                let line = Line::of_level(str::from_utf8(files.bytes(name)).ok()?).ok()?;
                Some((line.write().ok()?.into(), line.level()?.level.clone()))
            }
        };
        names.iter().filter_map(level).collect()
    }
}

/// The folders in which the campaign of a program in `program_folder` can lie, the first that has one wins.
fn folders_of(program_folder: Option<&Path>) -> Vec<PathBuf> {
    let beside = program_folder.map(|folder| folder.join("levels"));
    let shared = program_folder.and_then(Path::parent).map(|folder| folder.join("share/hairline/levels"));
    let repository = cfg!(debug_assertions).then(repository_levels);
    [beside, shared, repository].into_iter().flatten().collect()
}

#[cfg(debug_assertions)]
fn repository_levels() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels")
}

/// A build that is passed on holds no path of the machine that built it.
#[cfg(not(debug_assertions))]
fn repository_levels() -> PathBuf {
    PathBuf::new()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hairline_testing::{folder, levels_folder};

    static SHIPPED: Dir = include_dir::include_dir!("$CARGO_MANIFEST_DIR/../../levels");

    #[test]
    fn a_campaign_is_found_beside_the_program_then_in_the_shared_folder_then_in_the_program() {
        let root = folder("campaign-source");
        let program = root.join("games");
        let (beside, shared, other) = (program.join("levels"), root.join("share/hairline/levels"), root.join("other"));
        let make = |folder: &Path| {
            std::fs::create_dir_all(folder).expect("a folder");
            std::fs::write(folder.join(CAMPAIGN_FILE_NAME), "").expect("a file in it");
        };
        let find =
            |named: Option<&Path>| CampaignSource::find_from(named.map(Path::to_owned), Some(&program), Some(&SHIPPED));
        let last = if cfg!(debug_assertions) {
            CampaignSource::Folder(repository_levels())
        } else {
            CampaignSource::Program(BuiltIn(&SHIPPED))
        };
        assert_eq!(find(None), Ok(last), "nothing is installed");
        make(&shared);
        assert_eq!(find(None), Ok(CampaignSource::Folder(shared)), "a package");
        std::fs::create_dir_all(&beside).expect("a folder");
        assert!(find(None).is_ok_and(|found| found != CampaignSource::Folder(beside.clone())), "it has no campaign");
        make(&beside);
        assert_eq!(find(None), Ok(CampaignSource::Folder(beside)), "an archive");
        let refused = find(Some(&other)).expect_err("the named folder has none, and no other is taken");
        assert!(refused.contains(&escape_path(&other)) && refused.contains(LEVELS_VARIABLE), "{refused}");
        make(&other);
        assert_eq!(find(Some(&other)), Ok(CampaignSource::Folder(other)), "a named one");
        std::fs::remove_dir_all(root).expect("it was made here");
    }

    #[test]
    fn the_campaign_in_the_program_is_that_of_the_repository() {
        let program = CampaignSource::Program(BuiltIn(&SHIPPED));
        let repository = CampaignSource::Folder(levels_folder());
        assert_eq!(program.read().ok(), repository.read().ok());
        let hashes = |source: &CampaignSource| -> Vec<u64> {
            source.levels().into_iter().map(|(_, level)| level.hash).collect()
        };
        assert_eq!(hashes(&program), hashes(&repository));
        for (path, bytes) in BuiltIn(&SHIPPED).files() {
            assert_eq!(std::fs::read(levels_folder().join(path)).ok().as_deref(), Some(bytes), "{}", path.display());
        }
    }
}
