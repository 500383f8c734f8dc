#!/usr/bin/env python3
"""What a maker of boards gets, in fab/REVISION/: fab.py

Pours the ground and plots with KiCad (tests/chroot/kicad). Doing it again gives the same files, byte for byte. A revision that has
been ordered is never plotted again: change `revision` in ../kit.toml first.

Pictures are the exception, since KiCad's renderer throws dice: one is drawn only if what it shows has changed, which is kept as a sum
in fab/REVISION/pictures.sha256.
"""
import hashlib
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


def dated_pdf(data, date):
    return re.sub(rb'/CreationDate \(D:\d{14}', b'/CreationDate (D:' + date.replace('-', '').encode() + b'000000', data)


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
        files[f'{board}-schematic.pdf'] = dated_pdf((out / f'{board}-schematic.pdf').read_bytes(), kit['checked'])
    return files


def shown(board):
    """A sum of all that the pictures of a board show."""
    paths = [HERE / f'{board}.kicad_pcb', HERE / 'plot.sh', *sorted((HERE / 'models').iterdir())]
    return hashlib.sha256(b''.join(path.read_bytes() for path in paths)).hexdigest()


def sums():
    return ''.join(f'{shown(board)}  {board}\n' for board in BOARDS)


def stale(target):
    """The boards of which the pictures in a folder show something else."""
    stored = target / 'pictures.sha256'
    known = stored.read_text().split('\n') if stored.exists() else ()
    return [board for board in BOARDS if f'{shown(board)}  {board}' not in known
            or not all((target / f'{board}-{view}.jpg').exists() for view in ('top', 'bottom', 'view'))]


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
    target = HERE / 'fab' / kit['revision']
    out = with_kicad(scratch, ' '.join(['./plot.sh', *stale(target)]) + '\n')
    target.mkdir(parents=True, exist_ok=True)
    pictures = {path.name: path.read_bytes() for path in out.glob('*.jpg')}
    for name, data in (plotted(out, kit) | pictures | {'pictures.sha256': sums().encode()}).items():
        if name.endswith('.zip') and (target / name).exists() and unpacked((target / name).read_bytes()) == unpacked(data):
            continue # another zlib may pack the same files otherwise
        (target / name).write_bytes(data)
        print(f'{name}: {len(data)} bytes')


if __name__ == '__main__':
    main()
