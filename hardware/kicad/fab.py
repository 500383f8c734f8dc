#!/usr/bin/env python3
"""What a maker of boards gets, in fab/REVISION/: fab.py

Pours the ground and plots with KiCad (tests/chroot/kicad). A revision that has been ordered is never plotted again: change
`revision` in ../kit.toml first.
"""
import io
import pathlib
import re
import shutil
import subprocess
import sys
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
import bom  # noqa: E402 (found by the line above)
import gen  # noqa: E402
import kit as table  # noqa: E402

BOARDS = ('tile', 'controller')


def dated(text, date):
    """The day of the list of parts instead of the minute of plotting, so that plotting again gives the same."""
    text = re.sub(r'(TF\.CreationDate,)[^*\n]*', rf'\g<1>{date}T00:00:00+00:00', text)
    text = re.sub(r'("CreationDate": ")[^"]*', rf'\g<1>{date}T00:00:00+00:00', text)
    return re.sub(r'( date )\d{4}-\d\d-\d\d[T ][^*\n]*', rf'\g<1>{date}', text)


def packed(folder, date):
    """A zip of the files of a folder, the same whenever it is made."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, 'w', zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(folder.iterdir()):
            archive.writestr(zipfile.ZipInfo(path.name, (*map(int, date.split('-')), 0, 0, 0)), dated(path.read_text(), date),
                             zipfile.ZIP_DEFLATED)
    return out.getvalue()


def unpacked(data):
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def plotted(out, kit):
    """name -> bytes of what belongs into fab/REVISION, from what plot.sh has left"""
    files = {}
    for board in BOARDS:
        files[f'{board}-gerbers.zip'] = packed(out / board, kit['checked'])
        files[f'{board}-parts.csv'] = bom.table(bom.load(), board).encode()
        files[f'{board}-positions.csv'] = (out / f'{board}-positions.csv').read_bytes()
    for path in [*out.glob('*.jpg'), *out.glob('*.pdf')]:
        files[path.name] = path.read_bytes()
    return files


def with_kicad(scratch, script):
    """Runs a script beside copies of the boards; gives the folder with what it has made."""
    if scratch.exists():
        shutil.rmtree(scratch)
    shutil.copytree(HERE, scratch, ignore=shutil.ignore_patterns('fab', '__pycache__'))
    (scratch / 'script.sh').write_text(script)
    subprocess.run([ROOT / 'tests/chroot/kicad', scratch, 'script.sh'], check=True)
    return scratch / 'out'


def main():
    kit = table.load()
    scratch = ROOT / 'build/kit/fab'
    (HERE / 'controller.ground').unlink(missing_ok=True)
    gen.main(['write'])
    out = with_kicad(scratch, 'python3 -B fill.py controller.kicad_pcb out/controller.ground >/dev/null\n')
    shutil.copy(out / 'controller.ground', HERE)
    gen.main(['write'])
    out = with_kicad(scratch, './plot.sh pictures\n')
    target = HERE / 'fab' / kit['revision']
    target.mkdir(parents=True, exist_ok=True)
    for name, data in plotted(out, kit).items():
        (target / name).write_bytes(data)
        print(f'{name}: {len(data)} bytes')


if __name__ == '__main__':
    main()
