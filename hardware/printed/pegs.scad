// Where the cap's pegs go into the foot: beside the tag, in the corners.
include <shapes.scad>

function peg() = 2.4;
function peg_hole() = peg() + printed_fit;
function peg_length() = 1.5;
function peg_at() = printed_foot / 2 - peg_hole() / 2 - 1.2;

module pegs(diameter, height) {
	assert(thick(sqrt(2) * peg_at() - (printed_tag[0] + printed_fit + diameter) / 2), "the pegs are too near the tag");
	for (x = [-1, 1], y = [-1, 1]) translate([x * peg_at(), y * peg_at(), 0]) cylinder(d = diameter, h = height);
}
