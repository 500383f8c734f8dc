#!/bin/sh
# What tests/kit/boards asks of KiCad, in the directory of the boards: results go to out/.
for board in tile controller; do
	kicad-cli sch erc --severity-all --format json -o "out/$board-erc.json" $board.kicad_sch >/dev/null
	kicad-cli pcb drc --severity-all --schematic-parity --format json -o "out/$board-drc.json" $board.kicad_pcb >/dev/null
	kicad-cli sch export netlist -o "out/$board.net" $board.kicad_sch >/dev/null
done
for fault in faults/*; do
	name=${fault#faults/}
	cp -R adjutant.pretty adjutant.kicad_sym ./*-lib-table "$fault"
	board=$(cat "$fault/board")
	(cd "$fault" && kicad-cli sch erc --severity-all --format json -o erc.json "$board.kicad_sch" >/dev/null)
	cp "$fault/erc.json" "out/$name-erc.json"
	(cd "$fault" && kicad-cli pcb drc --severity-all --schematic-parity --format json -o drc.json "$board.kicad_pcb" >/dev/null)
	cp "$fault/drc.json" "out/$name-drc.json"
done
