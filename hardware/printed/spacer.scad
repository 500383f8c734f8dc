// The ring on a post's pin, between tile and plate.
include <shapes.scad>

assert(thick((printed_spacer - tile_hole) / 2), "the ring is too thin");

difference() {
	cylinder(d = printed_spacer, h = stack_gap);
	translate([0, 0, -1]) cylinder(d = tile_hole, h = stack_gap + 2);
}
