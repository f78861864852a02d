//! The scores of a game as a picture.

use std::error::Error;

use plotters::prelude::*;

use super::report::MoveRow;

/// Plots the best score of each position for black, and the moves that lost discs.
pub(super) fn draw(moves: &[MoveRow]) -> Result<String, Box<dyn Error>> {
    let for_black = |row: &MoveRow, score: i32| if row.side == "black" { score } else { -score };
    let points = moves.iter().map(|row| (row.ply as i32, for_black(row, row.best_score)));
    let reach = points.clone().map(|(_, score)| score.abs()).max().unwrap_or(0).max(6) + 2;
    let first = moves.first().map_or(1, |row| row.ply as i32);
    let last = moves.last().map_or(1, |row| row.ply as i32);

    let mut picture = String::new();
    {
        let area = SVGBackend::with_string(&mut picture, (900, 450)).into_drawing_area();
        area.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&area)
            .margin(12)
            .x_label_area_size(36)
            .y_label_area_size(48)
            .build_cartesian_2d(first..last.max(first + 1), -reach..reach)?;
        chart.configure_mesh().x_desc("ply").y_desc("score for black").light_line_style(WHITE).draw()?;
        chart.draw_series(LineSeries::new([(first, 0), (last, 0)], &BLACK))?;
        chart.draw_series(LineSeries::new(points.clone(), BLUE.stroke_width(2)))?;
        let mistakes = moves.iter().zip(points).filter(|(row, _)| row.loss > 0);
        for (row, point) in mistakes {
            let fill = if row.side == "black" { BLACK } else { WHITE };
            chart.draw_series([
                Circle::new(point, 4, fill.filled()),
                Circle::new(point, 4, BLACK.stroke_width(1)),
            ])?;
        }
        area.present()?;
    }
    Ok(picture)
}
