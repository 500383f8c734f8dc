// Lies on the magnet in the foot and keeps it down; the tag is stuck on it. A little shorter than the distance, for
// magnets that are thicker than they should be, and for glue.
include <shapes.scad>

assert(thick(printed_tag_gap - printed_fit));

cylinder(d = magnet_diameter - printed_fit, h = printed_tag_gap - printed_fit);
