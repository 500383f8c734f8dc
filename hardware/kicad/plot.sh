#!/bin/sh
# Plots both boards into out/, with KiCad: Gerbers, drill, positions, schematics; and pictures of the boards that are named.
set -eu
layers=F.Cu,B.Cu,F.Paste,F.SilkS,B.SilkS,F.Mask,B.Mask,Edge.Cuts
for board in tile controller; do
	mkdir -p out/$board
	kicad-cli pcb export gerbers --layers $layers --subtract-soldermask -o out/$board/ $board.kicad_pcb >/dev/null
	kicad-cli pcb export drill --excellon-units mm --excellon-separate-th -o out/$board/ $board.kicad_pcb >/dev/null
	kicad-cli pcb export pos --format csv --units mm --side both -o out/$board-positions.csv $board.kicad_pcb >/dev/null
	kicad-cli sch export pdf -o out/$board-schematic.pdf $board.kicad_sch >/dev/null
done
for board; do
	for side in top bottom; do
		kicad-cli pcb render --side $side -w 1000 -h 1000 --quality basic --background opaque \
			-o out/"$board"-$side.jpg "$board".kicad_pcb >/dev/null
	done
	# as somebody sees it who has it on the table: the tile from below, where its parts are
	case $board in tile) side=bottom turn=30,0,10 ;; *) side=top turn=320,0,25 ;; esac
	kicad-cli pcb render --side $side --rotate $turn --perspective --zoom 0.8 -w 1000 -h 1000 --quality basic --background opaque \
		-o out/"$board"-view.jpg "$board".kicad_pcb >/dev/null
done
