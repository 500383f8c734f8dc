// Holds a cable on the base board, so that a pull on it ends here and not at a solder joint. -D diameter=... chooses the
// cable; without, it is that of the supply. A groove that is a little too small pinches the cable.
include <shapes.scad>

diameter = cable_supply;
width = 12;
pinch = 0.4;
roof = 2.4;
side = 3 + printed_screw + 3;

assert(thick(roof) && diameter > 2);

difference() {
	translate([-diameter / 2 - side, -width / 2, 0]) cube([diameter + 2 * side, width, diameter - pinch + roof]);
	translate([0, width, 0]) rotate([90, 0, 0]) {
		translate([0, diameter / 2 - pinch, 0]) cylinder(d = diameter, h = 2 * width);
		translate([-diameter / 2, -1, 0]) cube([diameter, 1 + diameter / 2 - pinch, 2 * width]);
	}
	for (s = [-1, 1]) translate([s * (diameter + side) / 2, 0, -1]) cylinder(d = printed_screw, h = 2 * diameter + roof);
}
