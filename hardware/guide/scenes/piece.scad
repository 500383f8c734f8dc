// A piece, cut open and pulled apart.
include <parts.scad>

module half() difference() {
	children();
	translate([-50, -100, -50]) cube(100);
}

color("burlywood") half() part("foot");
color("silver") translate([0, 0, 12]) cylinder(d = magnet_diameter, h = magnet_height);
color("tan") translate([0, 0, 19]) part("plug");
color("orange") translate([0, 0, 26]) cylinder(d = printed_tag[0], h = printed_tag[1]);
color("burlywood") translate([0, 0, 38]) mirror([0, 0, 1]) half() part("cap");
