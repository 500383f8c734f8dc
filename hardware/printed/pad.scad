// The tray over a reader's module, to which pieces are held. The module lies under its top with the antenna upwards. Printed upside
// down, as it is drawn.
include <shapes.scad>

wall = 1.6;
width = pad_module[0] + 4 * printed_fit;
depth = pad_module[1] + 4 * printed_fit;
cable = 12; // the opening for the wires, at one end

assert(thick(pad_top) && thick(wall));

difference() {
	block(width + 2 * wall, depth + 2 * wall, pad_top + pad_height);
	translate([-width / 2, -depth / 2, pad_top]) cube([width, depth, pad_height + 1]);
	translate([width / 2 - 1, -cable / 2, pad_top]) cube([wall + 2, cable, pad_height + 1]);
}
