// The cap of a piece, glued on the foot over the tag, with a slot for a card or a figure. Printed upside down, as it
// is drawn: the pegs upwards.
include <shapes.scad>
use <pegs.scad>

assert(thick((printed_foot - printed_slot[0]) / 2), "the slot is too long");
assert(thick(printed_cap - printed_slot[2]), "the slot is too deep");

difference() {
	union() {
		block(printed_foot, printed_foot, printed_cap);
		translate([0, 0, printed_cap - cut]) pegs(peg(), peg_length() + cut);
	}
	translate([-printed_slot[0] / 2, -printed_slot[1] / 2, -1]) cube([printed_slot[0], printed_slot[1], printed_slot[2] + 1]);
}
