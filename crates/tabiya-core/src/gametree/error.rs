//! What can go wrong with a database of games.

use std::fmt;
use std::path::{Path, PathBuf};

/// A database could not be opened, read or written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameTreeError {
    path: PathBuf,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    /// Somebody else has it open.
    InUse,
    /// It is no database of games, or a broken one.
    Foreign(String),
    /// It was made by another version.
    Version(u32),
    /// The disk, or the system, refuses.
    System(String),
    /// It can hold no more.
    TooLarge,
}

impl GameTreeError {
    pub(super) fn in_use(path: &Path) -> Self {
        Self { path: path.into(), kind: Kind::InUse }
    }

    pub(super) fn foreign(path: &Path, why: impl Into<String>) -> Self {
        Self { path: path.into(), kind: Kind::Foreign(why.into()) }
    }

    pub(super) fn version(path: &Path, version: u32) -> Self {
        Self { path: path.into(), kind: Kind::Version(version) }
    }

    pub(super) fn system(path: &Path, why: impl fmt::Display) -> Self {
        Self { path: path.into(), kind: Kind::System(why.to_string()) }
    }

    pub(super) fn too_large(path: &Path) -> Self {
        Self { path: path.into(), kind: Kind::TooLarge }
    }

    /// What the library of the store says, in our words.
    pub(super) fn of_store(path: &Path, error: impl Into<redb::Error>) -> Self {
        match error.into() {
            redb::Error::DatabaseAlreadyOpen => Self::in_use(path),
            redb::Error::Corrupted(why) => Self::foreign(path, why),
            redb::Error::UpgradeRequired(version) => Self::version(path, u32::from(version)),
            redb::Error::Io(error) if is_of_content(&error) => {
                Self::foreign(path, error.to_string())
            }
            error @ (redb::Error::TableTypeMismatch { .. }
            | redb::Error::TypeDefinitionChanged { .. }
            | redb::Error::TableIsMultimap(_)
            | redb::Error::TableIsNotMultimap(_)) => Self::foreign(path, error.to_string()),
            redb::Error::TableDoesNotExist(name) => Self::foreign(path, format!("no table {name}")),
            error => Self::system(path, error),
        }
    }
}

/// Whether an error of the system tells of bytes that do not belong there.
fn is_of_content(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{InvalidData, InvalidInput, UnexpectedEof};
    matches!(error.kind(), InvalidData | InvalidInput | UnexpectedEof)
}

impl fmt::Display for GameTreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.path.display())?;
        match &self.kind {
            Kind::InUse => f.write_str(
                "expected a database that nobody else has open for writing, found one in use",
            ),
            Kind::Foreign(why) => {
                write!(f, "expected a database of games, found another or a damaged file ({why})")
            }
            Kind::Version(version) => {
                write!(f, "expected a database of this version, found version {version}")
            }
            Kind::System(why) => write!(f, "{why}; what was committed before is kept"),
            Kind::TooLarge => f.write_str("expected at most 4294967295 plies, found more"),
        }
    }
}

impl std::error::Error for GameTreeError {}
