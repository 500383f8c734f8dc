// A corner of the frame. Four.
include <shapes.scad>
use <rail.scad>

assert(frame_leg > screw_line() + 10);

module turned() mirror([1, -1, 0]) children();
module ends() translate([frame_leg, 0, 0]) mirror([1, 0, 0]) groove();

difference() {
	union() {
		rail(frame_leg);
		turned() rail(frame_leg);
		cube([frame_leg, frame_leg, frame_floor]);
	}
	// a panel is not thicker than the step is wide: the groove ends below the wall
	intersection() {
		union() { ends(); turned() ends(); }
		translate([0, 0, -1]) cube([2 * frame_leg, 2 * frame_leg, plate_at + 1]);
	}
	screw_hole(frame_leg - 8, screw_line());
	screw_hole(screw_line(), frame_leg - 8);
}
