// The foot of a piece: the magnet lies on its floor, a plug above it, the tag on both in the recess. The cap's pegs go
// into the four holes. Printed as it stands.
include <shapes.scad>
use <pegs.scad>

pocket = magnet_diameter + printed_fit;
recess = printed_tag[0] + printed_fit;
tag_at = magnet_under + magnet_height + printed_tag_gap;

assert(thick(magnet_under), "the floor under the magnet is too thin");
assert(thick((printed_foot - recess) / 2), "the wall around the tag is too thin");
assert(recess > pocket + 2, "the tag needs a rim to lie on");
assert(printed_foot < 0.7 * board_pitch, "pieces on neighbouring squares would touch");

difference() {
	block(printed_foot, printed_foot, tag_at + printed_tag[1]);
	translate([0, 0, magnet_under]) cylinder(d = pocket, h = tag_at);
	translate([0, 0, tag_at]) cylinder(d = recess, h = 1);
	translate([0, 0, tag_at + printed_tag[1] - peg_length() - printed_fit]) pegs(peg_hole(), 10);
}
