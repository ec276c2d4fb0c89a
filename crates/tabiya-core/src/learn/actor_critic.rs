//! The Meta-Actor-Critic: decisions of a search are reinforced by what the search's own scores, and
//! in the end the result, say of how the game went on.
//!
//! CITE: Kocsis 2003, §5.2.2, eqs. 5.1 to 5.3. The error of a move is the value at the next move less
//! that at this one; its last is the result less the value at the last move.

use crate::search::clock::{Choice, Policy};

/// A move of the learning side.
#[derive(Clone, Debug, PartialEq)]
pub struct Act {
    /// What the critic thinks of the position, from -1 to 1.
    pub value: f64,
    /// What was decided on the way to the move.
    pub choices: Vec<Choice>,
}

/// A game of the learning side.
#[derive(Clone, Debug, PartialEq)]
pub struct Episode {
    /// Its moves.
    pub acts: Vec<Act>,
    /// How it ended: 1, 0 or -1.
    pub result: f64,
}

/// The step that the games ask for: the sum of errors times eligibilities, a number for each value of
/// the policy.
pub fn actor_critic_step(policy: &Policy, episodes: &[Episode], decay: f64) -> Vec<f64> {
    let mut step = vec![0.0; policy.values.len()];
    for episode in episodes {
        let mut eligibility = vec![0.0; policy.values.len()];
        for (index, act) in episode.acts.iter().enumerate() {
            for each in &mut eligibility {
                *each *= decay;
            }
            for choice in &act.choices {
                policy.add_gradient(choice, &mut eligibility);
            }
            let next = episode.acts.get(index + 1).map_or(episode.result, |next| next.value);
            let error = next - act.value;
            for (sum, each) in step.iter_mut().zip(&eligibility) {
                *sum += error * each;
            }
        }
    }
    step
}

#[cfg(test)]
mod tests {
    use super::*;

    fn act(value: f64, input: f32, wanted: f32) -> Act {
        Act { value, choices: vec![Choice { inputs: vec![(0, input)], direction: vec![wanted] }] }
    }

    #[test]
    fn the_step_is_that_of_the_formula() {
        let policy = Policy { shape: [1, 1, 1], values: vec![0.1, 0.3, -0.2, 0.5] };
        let acts = vec![act(0.2, 1.0, 1.0), act(-0.1, 0.5, -1.0)];
        let gradient = |act: &Act| {
            let mut slopes = vec![0.0; 4];
            policy.add_gradient(&act.choices[0], &mut slopes);
            slopes
        };
        let (first, second) = (gradient(&acts[0]), gradient(&acts[1]));
        let step = actor_critic_step(&policy, &[Episode { acts, result: 1.0 }], 0.9);
        for i in 0..4 {
            let wanted = -0.3 * first[i] + 1.1 * (0.9 * first[i] + second[i]);
            assert!((step[i] - wanted).abs() < 1e-12);
        }
    }

    #[test]
    fn what_leads_to_wins_is_chosen_more() {
        let mut policy = Policy { shape: [1, 2, 2], values: vec![0.01; 10] };
        for _ in 0..200 {
            let episodes: Vec<Episode> = (0..2)
                .map(|way| Episode {
                    acts: vec![Act {
                        value: 0.0,
                        choices: vec![Choice::among(vec![(0, 1.0)], 2, way)],
                    }],
                    result: if way == 1 { 1.0 } else { -1.0 },
                })
                .collect();
            let step = actor_critic_step(&policy, &episodes, 0.9);
            for (value, slope) in policy.values.iter_mut().zip(step) {
                *value += (0.1 * slope) as f32;
            }
        }
        let outputs = policy.outputs(&vec![(0, 1.0)]);
        assert!(outputs[1] > outputs[0] + 0.5, "{outputs:?}");
    }
}
