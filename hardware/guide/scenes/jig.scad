// The jig on the table with a row of reeds in it; the board comes down onto it.
include <parts.scad>

height = 1.6 + reed_lead + reed_bend + reed_glass + stack_glass_gap;

color("lightsteelblue") part("jig");
for (i = [0:tile_columns - 1]) translate([i * board_pitch, 0, height - stack_glass_gap + (i < 2 ? 16 : 0)]) {
	reed(i < 2 ? 14 : 14);
	wire(14);
}
