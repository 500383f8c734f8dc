// The same with the board on it: everything is soldered from above.
include <parts.scad>

height = 1.6 + reed_lead + reed_bend + reed_glass + stack_glass_gap;

color("lightsteelblue") part("jig");
for (i = [0:tile_columns - 1]) translate([i * board_pitch, 0, height - stack_glass_gap]) { reed(); wire(); }
color("seagreen") difference() {
	translate([-board_pitch / 2, -board_pitch / 2, height]) cube([tile_columns * board_pitch, board_pitch, stack_board]);
	for (i = [0:tile_columns - 1], x = [0, reed_pitch]) translate([i * board_pitch + x, 0, height - 1]) cylinder(d = 0.8, h = 4);
}
color("white") for (i = [0:tile_columns - 1]) translate([i * board_pitch + lamps_at[0] - 2.5, lamps_at[1] - 2.5, height + stack_board]) cube([5, 5, 1.6]);
