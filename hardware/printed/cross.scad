// Stands in the middle of the board, where the four tiles meet.
include <shapes.scad>
use <rail.scad>

foot = 36;

difference() {
	union() {
		block(foot, foot, frame_floor);
		block(2 * frame_ledge, 2 * frame_ledge, tile_at, 1);
	}
	for (s = [-1, 1]) screw_hole(s * (foot / 2 - 7), s * (foot / 2 - 7));
}
