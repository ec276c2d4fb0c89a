//! The core of tabiya: games, evaluations and search, and everything else that runs once per
//! position, node or pair. No Python, no printing, no files.

pub mod arena;
pub mod aside;
pub mod by_name;
pub mod chunks;
pub mod combine;
pub mod concordance;
pub mod endgame;
pub mod eval;
mod fenwick;
pub mod games;
pub mod gametree;
pub mod learn;
pub mod merging;
pub mod movemap;
mod pages;
pub mod pgn;
pub mod pool;
pub mod population;
mod prefetch;
pub mod search;
mod wide;
