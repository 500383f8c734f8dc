// What several parts share: their sizes, and how round they are.
include <sizes.scad>

$fa = 4;
$fs = 0.3;
cut = 0.01; // so much further go things that are taken away, or their faces would fall together

// heights in the frame, from the base board
tile_at = frame_floor + stack_below;
plate_at = tile_at + stack_board + stack_gap;
top_at = plate_at + stack_plate;

// from the outside of the frame to the nominal edge of the tiles
tiles_at = frame_wall + frame_play + frame_margin;

// A plate with round corners, its middle at 0, on z = 0.
module block(width, depth, height, radius = 2) {
	linear_extrude(height) offset(radius) square([width - 2 * radius, depth - 2 * radius], center = true);
}

// Refuses walls that no printer makes.
function thick(wall) = wall >= printed_wall - 1e-6;
