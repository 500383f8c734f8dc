// The middle of a side of the frame, where two tiles meet. Four.
include <shapes.scad>
use <rail.scad>

length = 2 * frame_leg;

difference() {
	rail(length);
	intersection() {
		union() { groove(); translate([length, 0, 0]) mirror([1, 0, 0]) groove(); }
		translate([-1, 0, -1]) cube([length + 2, length, plate_at + 1]);
	}
	for (x = [8, length - 8]) screw_hole(x, screw_line());
}
