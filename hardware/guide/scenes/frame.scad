// A corner and half of a side with a tile, spacers and a part of the plate, and a panel between them.
include <parts.scad>

module tile() color("seagreen", 0.45) difference() {
	cube([tile_edge, tile_edge, stack_board]);
	for (hole = tile_holes) translate([hole[0] + tile_edge / 2, hole[1] + tile_edge / 2, -1]) cylinder(d = tile_hole, h = 5);
}

color("lightsteelblue") part("corner");
side_at = tiles_at + tile_columns * board_pitch - frame_leg;
color("lightsteelblue") translate([side_at, 0, 0]) part("side");
color("lightsteelblue") mirror([1, -1, 0]) translate([side_at, 0, 0]) part("side");
color("tan") translate([frame_leg - frame_groove, tiles_at / 2 - frame_panel / 2, 0])
	cube([side_at - frame_leg + 2 * frame_groove, frame_panel, plate_at]);
corner = tiles_at + (board_pitch * tile_columns - tile_edge) / 2;
for (hole = tile_holes) translate([corner + tile_edge / 2 + hole[0], corner + tile_edge / 2 + hole[1], 0]) {
	color("gainsboro") part("post");
	color("gainsboro") translate([0, 0, tile_at + 22]) part("spacer");
}
color("lightsteelblue") translate([tiles_at + tile_columns * board_pitch, tiles_at + tile_columns * board_pitch, 0]) part("cross");
translate([corner, corner, tile_at + 12]) tile();
