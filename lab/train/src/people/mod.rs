//! How people play: their ratings, and a policy that is told the rating.
//!
//! | File | What is in it |
//! |---|---|
//! | `games.rs` | tournament games between people |
//! | `history.rs` | ratings by year from results |
//! | `ratings.rs` | the command `ratings` |
//! | `positions.rs` | positions of the games in which a person chose |
//! | `learner.rs` | the policy while it learns |
//! | `train_policy.rs` | the command `train-policy` |
//! | `openings.rs` | the command `count-openings` |
//! | `agreement.rs` | how well chances agree with what was played |
//! | `test_policy.rs` | the command `test-policy` |
//! | `rate_play.rs` | the command `rate-play` |
//! | `test_opponents.rs` | the command `test-opponents` |

mod agreement;
pub(crate) mod games;
mod history;
mod learner;
pub(crate) mod openings;
mod positions;
pub(crate) mod rate_play;
pub(crate) mod rated_games;
pub(crate) mod ratings;
pub(crate) mod replies;
pub(crate) mod test_opponents;
pub(crate) mod test_policy;
pub(crate) mod train_policy;
