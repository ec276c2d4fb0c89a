//! The features of games and the players that combine them.

use std::marker::PhantomData;
use std::sync::Arc;

use rayon::prelude::*;

use super::batch::BatchError;
use super::player::{AnyPlayer, combined_player};
use super::spec::{PlayerError, PlayerSpec};
use crate::eval::Model;
use crate::eval::combined::{Forms, FormsError, Groups, MOST_FEATURES, Source};
use crate::eval::othello::tables::{Tables, Won, count};
use crate::games::othello::Othello;
use crate::games::{Batch, Position};
use crate::search::{Incremental, Searchable};

/// What a player combines features by.
#[derive(Clone, Debug)]
pub struct Combination {
    /// The forms of the phases.
    pub forms: Arc<Forms>,
    /// The tables that the features are looked up in, if the game has such.
    pub tables: Option<Tables>,
}

/// The features of some game that can be combined.
pub trait AnyFeatures: Send + Sync {
    /// What they are called.
    fn names(&self) -> Vec<String>;
    /// How many men stand on the board of each position.
    ///
    /// # Errors
    /// If there is one that is none.
    fn men(&self, packed: &[u8]) -> Result<Vec<u8>, BatchError>;
    /// The features of positions, row by row, in the phases that are given.
    ///
    /// # Errors
    /// If there is a position that is none.
    ///
    /// # Panics
    /// If the features need tables and there are none.
    fn measure(
        &self,
        packed: &[u8],
        tables: Option<&Tables>,
        phases: &[u8],
    ) -> Result<Vec<f32>, BatchError>;
    /// A player that combines them.
    ///
    /// # Errors
    /// If the combination is not for them.
    fn player(
        &self,
        combination: &Combination,
        spec: &PlayerSpec,
    ) -> Result<Box<dyn AnyPlayer>, PlayerError>;
}

/// The groups of the game's own evaluation.
pub(super) struct ByGroup<M>(pub PhantomData<M>);

impl<M: Model<Position: Searchable>> AnyFeatures for ByGroup<M> {
    fn names(&self) -> Vec<String> {
        Groups::<M>::default().names()
    }

    fn men(&self, packed: &[u8]) -> Result<Vec<u8>, BatchError> {
        men::<M::Position>(packed)
    }

    fn measure(
        &self,
        packed: &[u8],
        _: Option<&Tables>,
        phases: &[u8],
    ) -> Result<Vec<f32>, BatchError> {
        measure::<M::Position, _>(&Groups::<M>::default(), packed, phases)
    }

    fn player(
        &self,
        combination: &Combination,
        spec: &PlayerSpec,
    ) -> Result<Box<dyn AnyPlayer>, PlayerError> {
        let source = Groups::<M>::default();
        combined_player::<M::Position, _>(source, Arc::clone(&combination.forms), spec)
    }
}

/// The tables of Othello.
pub(super) struct ByTable;

impl AnyFeatures for ByTable {
    fn names(&self) -> Vec<String> {
        Tables::new(&[]).expect("no phase has nothing amiss").names()
    }

    fn men(&self, packed: &[u8]) -> Result<Vec<u8>, BatchError> {
        men::<Othello>(packed)
    }

    fn measure(
        &self,
        packed: &[u8],
        tables: Option<&Tables>,
        phases: &[u8],
    ) -> Result<Vec<f32>, BatchError> {
        measure::<Othello, _>(tables.expect("the features need tables"), packed, phases)
    }

    fn player(
        &self,
        combination: &Combination,
        spec: &PlayerSpec,
    ) -> Result<Box<dyn AnyPlayer>, PlayerError> {
        let n_phases = combination.forms.n_phases();
        let found = combination.tables.as_ref().map_or(0, Tables::n_phases);
        let Some(tables) = combination.tables.clone().filter(|_| found == n_phases) else {
            let error = FormsError::Tables { expected: n_phases, found };
            return Err(PlayerError::Combination(error));
        };
        combined_player::<Othello, _>(tables, Arc::clone(&combination.forms), spec)
    }
}

/// Counts how often what the tables of Othello hold was won, by phase.
///
/// # Errors
/// If there is a position that is none.
pub fn count_tables(
    packed: &[u8],
    won: &[f64],
    trials: Option<&[f64]>,
    phases: &[u8],
    n_phases: usize,
) -> Result<Vec<Vec<Won>>, BatchError> {
    let batch = Batch::<Othello>::new(packed, <Othello as Position>::Rules::default());
    let place =
        |(index, found): (usize, Result<_, _>)| found.map_err(|error| BatchError { index, error });
    let positions: Vec<Othello> =
        batch.positions().enumerate().map(place).collect::<Result<_, _>>()?;
    Ok(count(&positions, won, trials, phases, n_phases))
}

/// Positions that a thread works on at a time.
const CHUNK: usize = 4096;

fn men<P: Searchable>(packed: &[u8]) -> Result<Vec<u8>, BatchError> {
    let batch = Batch::<P>::new(packed, P::Rules::default());
    let count = |(index, found): (usize, Result<P, _>)| match found {
        Ok(position) => Ok(position.n_men() as u8),
        Err(error) => Err(BatchError { index, error }),
    };
    batch.positions().enumerate().map(count).collect()
}

fn measure<P: Searchable, S: Source<P>>(
    source: &S,
    packed: &[u8],
    phases: &[u8],
) -> Result<Vec<f32>, BatchError> {
    let n_features = source.names().len();
    let mut features = vec![0.0; phases.len() * n_features];
    let batch = Batch::<P>::new(packed, P::Rules::default());
    features.par_chunks_mut(CHUNK * n_features).enumerate().try_for_each(|(chunk, rows)| {
        for (offset, row) in rows.chunks_exact_mut(n_features).enumerate() {
            let index = chunk * CHUNK + offset;
            let position = batch.get(index).map_err(|error| BatchError { index, error })?;
            let mut values = [0.0; MOST_FEATURES];
            let state = Incremental::state(source, &position);
            source.measure(&position, &state, usize::from(phases[index]), &mut values);
            row.copy_from_slice(&values[..n_features]);
        }
        Ok(())
    })?;
    Ok(features)
}
