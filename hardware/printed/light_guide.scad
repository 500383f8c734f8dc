// Pins of clear plastic for the holes in the plate, as long as the plate is thick and a little thinner below. A strip of
// them is printed at once, upside down on a thin sheet from which they are cut.
include <shapes.scad>

count = tile_columns;
sheet = 0.4;
distance = 8;
upper = printed_light_hole - printed_fit / 2;
lower = printed_light_hole - 2 * printed_fit;

assert(lower > 2, "too thin to be lit");

translate([-distance / 2, -distance / 2, 0]) cube([count * distance, distance, sheet]);
for (i = [0:count - 1]) translate([i * distance, 0, sheet - cut]) cylinder(d1 = upper, d2 = lower, h = stack_plate + cut);
