// Holds the reeds of a row of a tile while they are soldered. It stands on the table with its openings upwards: bent
// reeds and their wires go in, the board is lowered onto it, and the solder joints are made from above. The glass stands
// on a shoulder, so its upper end comes to lie as far under the board as the table says.
include <shapes.scad>

count = tile_columns;
width = 6; // diodes lie on the underside before the reeds do, and no nearer to them than this
end = 8;
stand = 30; // so that it does not fall over
floor = 1.6;
bore = reed_glass_diameter + 2 * printed_fit;
slot = reed_lead + 2 * printed_fit;
wire = reed_wire + reed_lead + 2 * printed_fit; // wide enough for both, side by side
rest = (reed_length - reed_glass) / 2 - reed_bend; // what stands off behind the bend, which is cut when it is soldered
glass_depth = stack_glass_gap + reed_glass;
depth = glass_depth + reed_bend + reed_lead;
slot_end = rest + 1;
length = (count - 1) * board_pitch + slot_end + 2 * end;

assert(slot < reed_glass_diameter - 0.4, "the glass would not stand on its shoulder");
assert(thick(reed_pitch - bore / 2 - wire / 2), "bore and wire are too near");
assert(thick((width - bore) / 2));
assert(rest > reed_pitch + 2, "the lead does not reach the wire");
assert(depth + 2 < stack_below, "the reeds would touch the base board");

difference() {
	union() {
		translate([-end, -width / 2, 0]) cube([length, width, depth + floor]);
		for (x = [-end, length - 2 * end]) translate([x, -stand / 2, 0]) cube([end, stand, floor]);
	}
	for (i = [0:count - 1]) translate([i * board_pitch, 0, floor]) {
		translate([0, 0, depth - glass_depth]) cylinder(d = bore, h = glass_depth + 1);
		translate([0, -slot / 2, 0]) cube([slot_end, slot, depth + 1]);
		cylinder(d = slot, h = depth);
		translate([reed_pitch, 0, 0]) cylinder(d = wire, h = depth + 1);
	}
}
