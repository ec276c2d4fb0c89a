//! Forms against their formula, groups against the linear evaluation.

use super::*;
use crate::eval::Linear;
use crate::eval::chess::ChessModel;
use crate::eval::loa::LoaModel;
use crate::games::chess::Chess;
use crate::games::{MoveList, Position};
use crate::search::{Evaluation, Searchable};

fn forms(form: Form) -> Arc<Forms> {
    Arc::new(Forms::new(vec![0; 65], vec![form]).unwrap())
}

/// With a coefficient that undoes the scale, the groups add up to the score.
fn groups_add_up<M: Model<Position: Searchable>>()
where
    Groups<M>: Source<M::Position, State = ()>,
{
    let source = Groups::<M>::default();
    let weight = (100.0 / M::WIN_SCALE) as f32;
    let form = Form { linear: vec![weight; source.names().len()], ..Form::default() };
    let mut combined = Combined::new(source, forms(form)).unwrap();
    let mut linear = Linear::<M>::new(&M::schema().defaults(), 0.001);
    let mut position = M::Position::initial(Default::default());
    for number in 0..40 {
        let score = f64::from(combined.evaluate(&position)) / f64::from(CENTIPAWN);
        let expected = f64::from(linear.evaluate(&position)) / f64::from(CENTIPAWN);
        assert!((score - expected).abs() < 0.1, "{score} is not {expected}");
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        if moves.is_empty() {
            break;
        }
        position.play(moves[(number * 11 + 5) % moves.len()]);
    }
}

use crate::eval::Model;

#[test]
fn groups_of_chess_add_up_to_its_evaluation() {
    groups_add_up::<ChessModel>();
    assert_eq!(Groups::<ChessModel>::default().names().len(), 13);
}

#[test]
fn terms_of_loa_add_up_to_its_evaluation() {
    groups_add_up::<LoaModel>();
    assert!(Groups::<LoaModel>::default().names().contains(&"mobility".to_string()));
}

#[test]
fn a_quadratic_form_is_what_it_says() {
    let form =
        Form { constant: 0.5, linear: vec![1.0, -2.0], quadratic: vec![3.0, 0.25, 0.25, -1.0] };
    let mut values = [0.0; MOST_FEATURES];
    values[..2].copy_from_slice(&[2.0, 4.0]);
    // 0.5 + 2 - 8 + (3 * 4 + 2 * 0.25 * 8 - 16)
    assert!((forms(form).log_odds(0, &values) + 5.5).abs() < 1e-6);
}

#[test]
fn forms_that_do_not_fit_are_refused() {
    assert_eq!(Forms::new(vec![0; 3], vec![]).unwrap_err(), FormsError::Men(3));
    let missing = Forms::new(vec![1; 65], vec![Form::default()]).unwrap_err();
    assert_eq!(missing.to_string(), "combination: expected a form for phase 1, found 1 forms");
    let wrong =
        Combined::<Groups<ChessModel>>::new::<Chess>(Groups::default(), forms(Form::default()));
    let message = wrong.err().unwrap().to_string();
    assert_eq!(message, "combination: expected forms of 13 features, found one of 0");
}
