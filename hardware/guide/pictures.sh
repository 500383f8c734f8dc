#!/usr/bin/env bash
# Renders the build guide's pictures again: hardware/guide/pictures.sh [SCENE...]
# The drawings beside them (draw.py) are compared in the tests; these are not, since versions of OpenSCAD differ a little.
set -eu
cd "$(dirname "$0")"

declare -A cameras=(
	[piece]='0,0,20,62,0,25,150'
	[bender]='16,0,6,55,0,35,110'
	[jig]='85,0,18,60,0,20,330'
	[jig_on]='85,0,10,55,0,20,330'
	[board]='180,170,0,48,0,20,1400'
	[frame]='105,105,5,50,0,200,720'
)
mkdir -p ../../build/printed pictures
[ $# -gt 0 ] || set -- "${!cameras[@]}"
for part in ../printed/*.scad; do
	name=$(basename "$part" .scad)
	case $name in sizes | shapes | pegs | rail) continue ;; esac
	openscad -q -o "../../build/printed/$name.stl" "$part"
done
for scene; do
	xvfb-run -a openscad -q --imgsize=1600,1000 --colorscheme=Tomorrow --camera="${cameras[$scene]}" \
		-o "../../build/printed/$scene.png" "scenes/$scene.scad"
	# half the size, for smooth edges and small files
	convert "../../build/printed/$scene.png" -trim -bordercolor '#f8f8f8' -border 24 -resize 50% -colors 64 -strip "pictures/$scene.png"
done
