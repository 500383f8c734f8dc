// A reed in the bender: the lead is pressed down over the edge.
include <parts.scad>

part("bender");
translate([12, 0, 12.2]) rotate([0, -90, 0]) rotate([0, 0, 180]) reed(15);
