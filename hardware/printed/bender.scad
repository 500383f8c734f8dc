// Bends the lower lead of a reed without a force on the glass: the reed lies in the trough, its glass against the step, a
// finger on the lead; what stands out over the edge is pressed down along the face.
include <shapes.scad>

width = 14;
height = 12;
behind = 12; // for the other lead
bore = reed_glass_diameter + 2 * printed_fit;
slot = reed_lead + 2 * printed_fit;
length = behind + reed_glass + printed_fit + reed_bend;

assert(thick(reed_bend));
assert(slot < reed_glass_diameter - 0.4, "the glass would slide to the edge");

difference() {
	translate([0, -width / 2, 0]) cube([length, width, height]);
	translate([behind, 0, height]) rotate([0, 90, 0]) cylinder(d = bore, h = reed_glass + printed_fit);
	translate([-1, 0, height]) rotate([0, 90, 0]) cylinder(d = slot, h = length + 2);
	translate([length - slot / 2, -slot / 2, -1]) cube([slot, slot, height + 2]);
}
