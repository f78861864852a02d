//! The positions of a book and their errors, by ply, as a picture.

use std::error::Error;

use plotters::coord::Shift;
use plotters::prelude::*;

use super::report::PlyRow;

const POSITIONS: RGBColor = RGBColor(143, 178, 214);
const EXACT: RGBColor = RGBColor(31, 97, 160);
const ERROR: RGBColor = RGBColor(190, 70, 40);

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Draws bars of the positions of each ply, and below them the mean distance of their bounds.
pub(super) fn draw(title: &str, rows: &[PlyRow]) -> Result<String, Box<dyn Error>> {
    let first = rows.first().map_or(0, |row| row.ply);
    let last = rows.last().map_or(0, |row| row.ply).max(first + 1);
    let mut picture = String::new();
    {
        let area = SVGBackend::with_string(&mut picture, (900, 630)).into_drawing_area();
        area.fill(&WHITE)?;
        let (above, below) = area.split_vertically(370);
        draw_positions(&above, title, rows, first, last)?;
        draw_errors(&below, rows, first, last)?;
        area.present()?;
    }
    Ok(picture)
}

/// The positions of each ply, the exact ones darker. The axis is logarithmic: a book grows by a factor a
/// ply.
fn draw_positions(
    area: &Area<'_>,
    title: &str,
    rows: &[PlyRow],
    first: u32,
    last: u32,
) -> Result<(), Box<dyn Error>> {
    // A bar of one position is visible, since the axis begins below it.
    const FLOOR: f64 = 0.7;
    let most = rows.iter().map(|row| row.positions).max().unwrap_or(1).max(10) as f64;
    let mut chart = ChartBuilder::on(area)
        .caption(title, ("sans-serif", 16))
        .margin(12)
        .margin_right(20)
        .x_label_area_size(36)
        .y_label_area_size(70)
        .build_cartesian_2d(f64::from(first) - 0.5..f64::from(last) + 0.5, (FLOOR..most * 1.3).log_scale())?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(WHITE)
        .x_desc("ply")
        .y_desc("positions (logarithmic)")
        .x_label_formatter(&ply)
        .y_label_formatter(&|count| format!("{count:.0}"))
        .draw()?;
    let bars = |count: fn(&PlyRow) -> u64, color: RGBColor| {
        rows.iter().filter(move |row| count(row) > 0).map(move |row| {
            let (x, top) = (f64::from(row.ply), count(row) as f64);
            Rectangle::new([(x - 0.4, FLOOR), (x + 0.4, top)], color.filled())
        })
    };
    let in_legend = |color: RGBColor| {
        move |(x, y): (i32, i32)| Rectangle::new([(x, y - 5), (x + 14, y + 5)], color.filled())
    };
    chart.draw_series(bars(|row| row.positions, POSITIONS))?.label("all").legend(in_legend(POSITIONS));
    if rows.iter().any(|row| row.exact > 0) {
        chart.draw_series(bars(|row| row.exact, EXACT))?.label("exact").legend(in_legend(EXACT));
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperLeft)
            .background_style(WHITE)
            .border_style(BLACK)
            .draw()?;
    }
    Ok(())
}

/// The mean distance between the bounds of a value.
fn draw_errors(area: &Area<'_>, rows: &[PlyRow], first: u32, last: u32) -> Result<(), Box<dyn Error>> {
    let most = rows.iter().map(|row| row.mean_error).fold(1.0, f64::max);
    let mut chart = ChartBuilder::on(area)
        .margin(12)
        .margin_right(20)
        .x_label_area_size(36)
        .y_label_area_size(70)
        .build_cartesian_2d(f64::from(first) - 0.5..f64::from(last) + 0.5, 0.0..most * 1.1)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(WHITE)
        .x_desc("ply")
        .y_desc("mean error in discs")
        .x_label_formatter(&ply)
        .draw()?;
    let points = || rows.iter().map(|row| (f64::from(row.ply), row.mean_error));
    chart.draw_series(LineSeries::new(points(), ERROR.stroke_width(2)))?;
    chart.draw_series(points().map(|point| Circle::new(point, 3, ERROR.filled())))?;
    Ok(())
}

fn ply(x: &f64) -> String {
    format!("{x:.0}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_has_a_bar_for_each_count_and_a_dot_for_each_error() {
        let row = |ply: u32| PlyRow {
            ply,
            positions: 1 << (ply.min(40 - ply) / 2),
            exact: u64::from(ply / 12),
            mean_error: f64::from(40 - ply) / 10.0,
            ..PlyRow::default()
        };
        let rows: Vec<PlyRow> = (0..37).map(row).collect();
        let picture = draw("a book", &rows).unwrap();
        assert_eq!(picture.matches("<circle").count(), 37);
        let of = |color: RGBColor| format!("fill=\"#{:02X}{:02X}{:02X}\"", color.0, color.1, color.2);
        let bars = picture.matches("<rect").count();
        assert_eq!(picture.matches(&of(POSITIONS)).count(), 37 + 1, "{bars} bars"); // and the legend
        assert_eq!(picture.matches(&of(EXACT)).count(), 25 + 1);
        for few in 0..3 {
            draw("a book", &rows[..few]).unwrap();
        }
    }
}
