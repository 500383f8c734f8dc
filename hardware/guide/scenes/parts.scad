// What the scenes share. stl is the folder with the parts' meshes.
include <../../printed/shapes.scad>

stl = "../../../build/printed/";

module part(name) { import(str(stl, name, ".stl"), convexity = 10); }

// A reed with its upper end at 0, hanging down, its lower lead bent or not; up is what is left of the upper lead.
module reed(up = 6, bent = true) {
	color("lightblue", 0.7) translate([0, 0, -reed_glass]) cylinder(d = reed_glass_diameter, h = reed_glass);
	color("dimgray") {
		cylinder(d = reed_lead, h = up);
		translate([0, 0, -reed_glass - reed_bend]) cylinder(d = reed_lead, h = reed_bend);
		if (bent) translate([0, 0, -reed_glass - reed_bend]) rotate([0, 90, 0]) cylinder(d = reed_lead, h = (reed_length - reed_glass) / 2 - reed_bend);
		else translate([0, 0, -reed_glass - 15]) cylinder(d = reed_lead, h = 15);
	}
}

module wire(up = 6) {
	color("chocolate") translate([reed_pitch, 0, -reed_glass - reed_bend]) cylinder(d = reed_wire, h = reed_glass + reed_bend + up);
}
