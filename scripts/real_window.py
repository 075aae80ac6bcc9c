"""The game in its real window on a virtual display (Xvfb, xdotool), with real presses of keys and of the mouse (XTest).

For scripts/drive-window and scripts/take-pictures. Linux only.
"""
import ctypes
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# The mouse, as X11 counts: left, middle, right, a turn of the wheel towards the player, back, forward.
LEFT, MIDDLE, RIGHT, WHEEL, BACK, FORWARD = 1, 2, 3, 5, 8, 9


def program():
    """The game: $HAIRLINE_PROGRAM, or what cargo builds now."""
    for tool in ("Xvfb", "xdotool"):
        if not shutil.which(tool):
            print(f"{Path(sys.argv[0]).name}: SKIPPED (no {tool})")
            sys.exit(0)
    if given := os.environ.get("HAIRLINE_PROGRAM"):
        return given
    build = f'set -e; hairline_setup_for=test source "{ROOT}/scripts/setup"; cd "{ROOT}"; cargo build --locked >&2; '
    build += 'echo "$CARGO_TARGET_DIR/debug/hairline"'
    return subprocess.run(["bash", "-c", build], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def slow_clock(folder, slowness):
    """The variables that make a program's clock so many times as slow; the library for it goes into a folder."""
    if slowness == 1:
        return {}
    if not shutil.which("cc"):
        raise SystemExit("a slow clock needs a C compiler, `cc`")
    library = Path(folder) / "slow_clock.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-O2", "-o", library, ROOT / "scripts/slow_clock.c"], check=True)
    return {"LD_PRELOAD": str(library), "SLOWNESS": str(slowness)}


class RealWindow:
    """A display of its own, and the game in a window of a size on it. Use it in `with`: it ends both.

    The game's clock and the waits here are `slowness` times as slow as the world's.
    """

    def __init__(self, program, profile, size, variables=(), slowness=1):
        self.profile, self.size, self.slowness = Path(profile), size, slowness
        reader, writer = os.pipe()
        screen = f"{max(size[0], 1280)}x{max(size[1], 800)}x24"
        self.xvfb = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writer), "-screen", "0", screen, "-nolisten", "tcp"],
            pass_fds=[writer], stderr=subprocess.DEVNULL,
        )
        os.close(writer)
        number = os.read(reader, 16).decode().strip()
        if not number:
            raise SystemExit("Xvfb does not start")
        name = ":" + number
        self.variables = {**os.environ, "DISPLAY": name, "HAIRLINE_PROFILE": str(profile), **dict(variables)}
        self.variables.setdefault("XDG_RUNTIME_DIR", str(profile))
        for wayland in ("WAYLAND_DISPLAY", "WAYLAND_SOCKET"):
            self.variables.pop(wayland, None)
        self.game = None
        try:
            self.x11, self.xtst = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")
            self.x11.XOpenDisplay.restype = ctypes.c_void_p
            self.x11.XStringToKeysym.restype = ctypes.c_ulong
            self.display = ctypes.c_void_p(self.x11.XOpenDisplay(name.encode()))
            self.game = subprocess.Popen([program], env={**self.variables, **slow_clock(profile, slowness)})
            self.id = self.xdotool("search", "--sync", "--onlyvisible", "--name", "Hairline").split()[0]
            self.xdotool("windowfocus", self.id)
            self.resize(size)
        except BaseException:
            self.__exit__()
            raise

    def __enter__(self):
        # The script's end, however it comes, is the game's.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
        return self

    def __exit__(self, *_):
        for process in filter(None, (self.game, self.xvfb)):
            process.terminate()
            process.wait()

    def wait(self, seconds):
        """Waits for so many seconds of the game's clock."""
        time.sleep(seconds * self.slowness)

    def xdotool(self, *words):
        run = subprocess.run(["xdotool", *words], env=self.variables, check=True, timeout=60, stdout=subprocess.PIPE, text=True)
        return run.stdout

    def resize(self, size):
        self.size = size
        self.xdotool("windowsize", self.id, *map(str, size))
        self.xdotool("windowmove", self.id, "0", "0")

    def ended(self, seconds=30):
        """Waits for the game to end by itself; its exit code."""
        return self.game.wait(seconds * self.slowness)

    def key(self, name, is_down):
        symbol = self.x11.XStringToKeysym(name.encode())
        code = self.x11.XKeysymToKeycode(self.display, ctypes.c_ulong(symbol))
        self.xtst.XTestFakeKeyEvent(self.display, code, int(is_down), ctypes.c_ulong(0))
        self.x11.XFlush(self.display)

    def button(self, number, is_down):
        self.xtst.XTestFakeButtonEvent(self.display, number, int(is_down), ctypes.c_ulong(0))
        self.x11.XFlush(self.display)

    def type(self, *names, pause=0.3):
        for name in names:
            self.key(name, True)
            self.wait(0.05)
            self.key(name, False)
            self.wait(pause)

    def press(self, number):
        self.button(number, True)
        self.wait(0.06)
        self.button(number, False)

    def move(self, x, y):
        """Moves the pointer to a place in points of the layout, of which the window's shorter side has 800."""
        point = min(self.size) / 800
        # Two steps: a pointer at rest gives no widget the focus.
        for step in (4, 0):
            self.xtst.XTestFakeMotionEvent(self.display, -1, int(x * point) - step, int(y * point), ctypes.c_ulong(0))
            self.x11.XFlush(self.display)
            self.wait(0.15)

    def click(self, x, y):
        self.move(x, y)
        self.press(LEFT)
        self.wait(0.3)

    def picture(self, path):
        subprocess.run(["import", "-window", self.id, str(path)], env=self.variables, check=True)

    def saved(self):
        """The text of the profile, which the game writes at each change of a setting and each finish."""
        file = self.profile / "profile.ron"
        return file.read_text() if file.exists() else ""

    def wait_until_saved(self, text, seconds=20):
        """Waits until the profile holds a text."""
        end = time.monotonic() + seconds * self.slowness
        while text not in self.saved():
            assert time.monotonic() < end, f"the profile never says `{text}`"
            time.sleep(0.2)

    def finishes(self, level):
        """How often a level was finished, as the profile says."""
        found = re.search(rf'file: "{re.escape(level)}",.*?finishes: (\d+)', self.saved(), re.S)
        return int(found[1]) if found else 0
