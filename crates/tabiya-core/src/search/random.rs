//! A seeded generator for decisions that explore.

use crate::games::splitmix;

/// Numbers that follow from a seed.
#[derive(Clone, Debug)]
pub struct Random {
    seed: u64,
    drawn: u64,
}

impl Random {
    /// The generator of a search: the player's seed and the key of the position say what follows.
    pub const fn new(seed: u64, key: u64) -> Self {
        Self { seed: seed ^ key.rotate_left(32), drawn: 0 }
    }

    /// The next number of 64 bits.
    pub fn draw(&mut self) -> u64 {
        self.drawn += 1;
        splitmix(self.seed, self.drawn)
    }

    /// True with this probability.
    pub fn chance(&mut self, probability: f64) -> bool {
        const STEPS: f64 = (1_u64 << 53) as f64;
        ((self.draw() >> 11) as f64) < probability * STEPS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_draws_the_same_and_chances_are_met() {
        let (mut a, mut b) = (Random::new(3, 5), Random::new(3, 5));
        let drawn: Vec<_> = (0..1000).map(|_| a.chance(0.3)).collect();
        assert_eq!(drawn, (0..1000).map(|_| b.chance(0.3)).collect::<Vec<_>>());
        let hits = drawn.iter().filter(|&&hit| hit).count();
        assert!((240..360).contains(&hits), "{hits}");
        assert!(!a.chance(0.0) && a.chance(1.0));
    }
}
