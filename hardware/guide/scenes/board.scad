// The board as it stands on the table, with some pieces, and the controller and pads beside it.
include <parts.scad>

size = board_columns * board_pitch;
outer = size + 2 * tiles_at;
side_at = outer / 2 - frame_leg;

module at_sides() for (turn = [0, 90, 180, 270])
	translate([outer / 2, outer / 2, 0]) rotate(turn) translate([-outer / 2, -outer / 2, 0]) children();

module piece(square, colour) translate([tiles_at + (square[0] - 0.5) * board_pitch, tiles_at + (square[1] - 0.5) * board_pitch, top_at]) {
	color(colour) part("foot");
	color("burlywood") translate([0, 0, magnet_under + magnet_height + printed_tag_gap + printed_tag[1] + printed_cap])
		mirror([0, 0, 1]) part("cap");
	color(colour) translate([-9, -1, 10]) cube([18, 2, 26]);
}

color("peru") translate([-110, -76, -6]) cube([550, 570, 6]);
color("lightsteelblue") at_sides() {
	part("corner");
	translate([side_at, 0, 0]) part("side");
}
color("tan") at_sides() translate([frame_leg, tiles_at / 2 - frame_panel / 2, 0]) cube([outer - 2 * frame_leg, frame_panel, plate_at]);
color("wheat") translate([tiles_at - frame_margin, tiles_at - frame_margin, plate_at]) cube([size + 2 * frame_margin, size + 2 * frame_margin, stack_plate]);
color("saddlebrown") for (i = [0:board_columns]) {
	translate([tiles_at + i * board_pitch - 0.4, tiles_at, top_at]) cube([0.8, size, 0.1]);
	translate([tiles_at, tiles_at + i * board_pitch - 0.4, top_at]) cube([size, 0.8, 0.1]);
}
lit = [[4, 4], [4, 5], [1, 1], [10, 1]];
for (x = [1:board_columns], y = [1:board_rows])
	color(search([[x, y]], lit) != [[]] ? "gold" : "dimgray")
		translate([tiles_at + (x - 0.5) * board_pitch + lamps_at[0], tiles_at + (y - 0.5) * board_pitch + lamps_at[1], top_at])
			cylinder(d = printed_light_hole, h = 0.2);
for (x = [1:board_columns], y = [1:4]) if ((x * 7 + y * 3) % 5 != 0 && [x, y] != [4, 4]) piece([x, y], "firebrick");
piece([4, 5], "firebrick");
for (x = [1:board_columns], y = [7:10]) if ((x * 3 + y * 7) % 6 != 0) piece([x, y], "royalblue");
color("seagreen") translate([-100, outer / 2 - 50, 0]) cube([80, 100, 1.6]);
color("navy") translate([-69, outer / 2 + 5, 8]) cube([18, 43, 2]);
for (y = [-60, outer + 60]) translate([outer / 2, y, pad_top + pad_height]) mirror([0, 0, 1]) color("gainsboro") part("pad");
