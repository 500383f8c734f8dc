// The sizes of the printed parts, in millimetres. Made by hardware/kit.py from hardware/kit.toml: change that,
// not this.

board_pitch = 40.0;
board_columns = 10;
board_rows = 10;

tile_edge = 199.5;
tile_columns = 5;
tile_holes = [[-60.0, -60.0], [60.0, -60.0], [-60.0, 60.0], [60.0, 60.0]];
tile_hole = 3.2;
tile_hole_free = 4.5;

lamps_at = [-14.0, 14.0];

magnet_diameter = 10.0;
magnet_height = 2.0;
magnet_grade = "N35";
magnet_under = 1.0;

reed_pull_in_at = [15, 20];
reed_glass = 10.16;
reed_glass_diameter = 1.8;
reed_length = 40.38;
reed_lead = 0.43;
reed_wire = 0.5;
reed_mounting = "upright";
reed_depth = 7.0;
reed_pitch = 5.08;
reed_bend = 3.0;

stack_plate = 3.0;
stack_gap = 2.0;
stack_board = 1.6;
stack_glass_gap = 0.4;
stack_below = 20.0;

printed_fit = 0.2;
printed_wall = 0.8;
printed_foot = 24.0;
printed_cap = 5.0;
printed_tag = [20.0, 0.4];
printed_tag_gap = 3.0;
printed_slot = [21.0, 2.2, 3.0];
printed_light_hole = 3.0;
printed_screw = 3.2;
printed_post = 9.0;
printed_spacer = 6.4;

frame_margin = 5.0;
frame_ledge = 4.0;
frame_wall = 3.0;
frame_floor = 3.0;
frame_leg = 45.0;
frame_panel = 3.0;
frame_groove = 5.0;
frame_play = 0.5;

pad_module = [60.0, 40.0];
pad_height = 4.0;
pad_top = 1.2;

cable_usb = 4.5;
cable_supply = 6.0;
