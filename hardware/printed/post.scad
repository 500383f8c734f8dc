// Stands on the base board under a hole of a tile and carries it; the spacer goes onto its pin, and the plate on that.
include <shapes.scad>

assert(tile_hole - printed_fit - 1 > 1, "the pin would break");
assert(printed_post <= 2 * tile_hole_free, "it would stand on parts of the tile");

cylinder(d = printed_post, h = tile_at);
translate([0, 0, tile_at - cut]) cylinder(d = tile_hole - printed_fit, h = stack_board + stack_gap - printed_fit + cut);
