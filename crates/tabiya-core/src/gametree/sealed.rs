//! What is read from the file is what was written, or an error: blocks with checksums, and panics of
//! the store's library, which trusts its pages, as errors.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::sync::Once;

use super::error::GameTreeError;

const SUM: usize = 4;

/// A block with its checksum behind it. The place belongs to what is summed up, so that a block at
/// another place is a damaged one.
pub(super) fn seal(place: u64, mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = checksum(place, &bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// The content of a block.
///
/// # Errors
/// If it is not what was sealed there.
pub(super) fn unseal(place: u64, bytes: &[u8]) -> Result<&[u8], redb::Error> {
    let found = bytes.split_last_chunk::<SUM>();
    found
        .filter(|(content, sum)| checksum(place, content) == u32::from_le_bytes(**sum))
        .map(|(content, _)| content)
        .ok_or_else(|| redb::Error::Corrupted("a block is not what was written".into()))
}

fn checksum(place: u64, bytes: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&place.to_le_bytes());
    hasher.update(bytes);
    hasher.finalize()
}

thread_local! {
    /// Whether this thread takes a panic for an error, so that nothing is to be printed.
    static IS_GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Reads or writes the file; a page that makes the store's library panic is an error.
pub(super) fn guarded<T>(
    path: &Path,
    work: impl FnOnce() -> Result<T, GameTreeError>,
) -> Result<T, GameTreeError> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !IS_GUARDED.get() {
                usual(info);
            }
        }));
    });
    let before = IS_GUARDED.replace(true);
    let done = panic::catch_unwind(AssertUnwindSafe(work));
    IS_GUARDED.set(before);
    done.unwrap_or_else(|_| Err(GameTreeError::foreign(path, "a page is not what was written")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_flipped_bit_and_another_place_is_seen() {
        let sealed = seal(7, b"moves".to_vec());
        assert_eq!(unseal(7, &sealed).unwrap(), b"moves");
        assert!(unseal(8, &sealed).is_err());
        for bit in 0..sealed.len() * 8 {
            let mut changed = sealed.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            assert!(unseal(7, &changed).is_err(), "{bit}");
        }
        assert!(unseal(7, b"abc").is_err());
    }

    #[test]
    fn a_panic_is_an_error_that_names_the_file() {
        let found = guarded::<()>(Path::new("masters.db"), || panic!("out of range"));
        let error = found.unwrap_err().to_string();
        assert!(error.starts_with("masters.db: expected a database of games"), "{error}");
    }
}
