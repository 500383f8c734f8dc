// The frame's profile. x runs along the side, y inwards from the outside, z upwards from the base board: a wall around the
// plate, a step that carries the plate, one that carries the tiles, and a flange with screw holes.
include <shapes.scad>

flange = 14;

assert(thick((tiles_at - frame_panel - 2 * printed_fit) / 2), "no wall is left beside the panel");

module rail(length) {
	cube([length, frame_wall, top_at]);
	cube([length, tiles_at, plate_at]);
	cube([length, tiles_at + frame_ledge, tile_at]);
	cube([length, tiles_at + frame_ledge + flange, frame_floor]);
}

// Takes a panel's end, at x = 0 and from there on.
module groove() {
	width = frame_panel + 2 * printed_fit;
	translate([-1, tiles_at / 2 - width / 2, -1]) cube([frame_groove + 1, width, plate_at + 2]);
}

module screw_hole(x, y) {
	translate([x, y, -1]) cylinder(d = printed_screw, h = frame_floor + 2);
}

function screw_line() = tiles_at + frame_ledge + flange / 2;
