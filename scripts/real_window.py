"""The game in its real window on a virtual display (Xvfb, xdotool), with real presses of keys and of the mouse (XTest).

For scripts/drive-window, scripts/read-menus and scripts/take-pictures. Linux only.
"""
import ctypes
import mmap
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# The buttons of the mouse, as X11 counts.
LEFT, MIDDLE, RIGHT, BACK, FORWARD = 1, 2, 3, 8, 9


def program():
    """The game: $HAIRLINE_PROGRAM, or what cargo builds now, for which the machine is made ready."""
    game = os.environ.get("HAIRLINE_PROGRAM")
    if not game:
        build = f'set -e; hairline_setup_for=test source "{ROOT}/scripts/setup"; cd "{ROOT}"; '
        build += "cargo build --locked --workspace --bin hairline --example focus_ticks >&2; "
        build += 'echo "$CARGO_TARGET_DIR/debug/hairline"'
        game = subprocess.run(["bash", "-c", build], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    for tool, package in (("Xvfb", "xvfb"), ("xdotool", "xdotool")):
        if not shutil.which(tool):
            print(f"{Path(sys.argv[0]).name}: SKIPPED (no {tool}; on Debian: apt-get install {package})")
            sys.exit(0)
    return game


class Clock:
    """The clock that a program reads, in nanoseconds. It runs as the world's until it is stopped."""

    class Shared(ctypes.Structure):
        """`struct clock` of stopped_clock.c."""

        _fields_ = [("behind", ctypes.c_int64), ("limit", ctypes.c_int64), ("reads", ctypes.c_uint64)]

    NO_LIMIT = 2**63 - 1
    # The number of reads once the program has exited.
    ENDED = 2**63 - 1
    # Upper bounds of the main thread's reads of the clock for each frame and for each tick in it; 10 and 5 were measured. Too small,
    # and a press may fall into a later tick; larger only costs time.
    READS_A_FRAME, READS_A_TICK = 20, 10
    # The longest step of `run_for`: the game drops what a frame takes beyond 250 ms.
    STEP_NANOSECONDS = 200_000_000

    def __init__(self, folder):
        if not shutil.which("cc"):
            raise SystemExit("a clock that can be stopped needs a C compiler, `cc`")
        folder = Path(folder)
        library, file = folder / "stopped_clock.so", folder / "clock"
        subprocess.run(["cc", "-shared", "-fPIC", "-O2", "-o", library, ROOT / "scripts/stopped_clock.c"], check=True)
        file.write_bytes(bytes(self.Shared(0, self.NO_LIMIT, 0)))
        with file.open("r+b") as shared:
            self.shared = self.Shared.from_buffer(mmap.mmap(shared.fileno(), 0))
        self.variables = {"LD_PRELOAD": str(library), "CLOCK_FILE": str(file)}

    def stop(self):
        self.shared.limit = time.monotonic_ns() - self.shared.behind
        self.wait_for_frames()

    def start(self):
        self.shared.behind = time.monotonic_ns() - self.shared.limit
        self.shared.limit = self.NO_LIMIT

    def wait_for_frames(self, ticks=32):
        """Waits until the game has finished a frame that began after this call, and so has seen every press and all the time that the
        stopped clock shows. It may play `ticks` meanwhile, at most."""
        end = time.monotonic() + 60
        reads = min(self.shared.reads + 2 * self.READS_A_FRAME + ticks * self.READS_A_TICK, self.ENDED)
        while self.shared.reads < reads:
            assert time.monotonic() < end, "the game draws no frames, or has crashed"
            time.sleep(0.001)

    def jump(self, nanoseconds):
        """Sets it ahead, for the game to find in one frame."""
        self.shared.behind = time.monotonic_ns() - self.shared.limit - nanoseconds
        self.shared.limit += nanoseconds
        self.wait_for_frames(ticks=1)

    def run_for(self, nanoseconds):
        """Lets it run on, and stops it again."""
        while nanoseconds > 0:
            step = min(nanoseconds, self.STEP_NANOSECONDS)
            self.shared.behind = time.monotonic_ns() - self.shared.limit
            self.shared.limit += step
            time.sleep(step / 1e9)
            # 128 ticks are in a second.
            self.wait_for_frames(step * 128 // 1_000_000_000 + 1)
            nanoseconds -= step


class RealWindow:
    """A display of its own, and the game in a window of a size on it. Use it in `with`: it ends both."""

    def __init__(self, program, profile, size, variables=(), clock=None, has_screen_reader=False):
        self.profile, self.size, self.clock = Path(profile), size, clock
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
        if not has_screen_reader:
            # The caller's own screen reader, if there is one, hears nothing of this.
            self.variables["DBUS_SESSION_BUS_ADDRESS"] = f"unix:path={profile}/no-bus"
        self.game = None
        try:
            self.x11, self.xtst = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")
            self.x11.XOpenDisplay.restype = ctypes.c_void_p
            self.x11.XStringToKeysym.restype = ctypes.c_ulong
            self.display = ctypes.c_void_p(self.x11.XOpenDisplay(name.encode()))
            self.game = subprocess.Popen([program], env={**self.variables, **(clock.variables if clock else {})})
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
        """Sleeps; then, with a clock that can be stopped, waits for a whole frame."""
        time.sleep(seconds)
        if self.clock:
            is_running = self.clock.shared.limit == Clock.NO_LIMIT
            self.clock.wait_for_frames(ticks=32 if is_running else 0)

    def xdotool(self, *words):
        run = subprocess.run(["xdotool", *words], env=self.variables, check=True, timeout=60, stdout=subprocess.PIPE, text=True)
        return run.stdout

    def resize(self, size):
        self.size = size
        self.xdotool("windowsize", self.id, *map(str, size))
        self.xdotool("windowmove", self.id, "0", "0")

    def ended(self, seconds=30):
        """Waits for the game to end by itself; its exit code."""
        return self.game.wait(seconds)

    def key(self, name, is_down):
        symbol = self.x11.XStringToKeysym(name.encode())
        code = self.x11.XKeysymToKeycode(self.display, ctypes.c_ulong(symbol))
        self.xtst.XTestFakeKeyEvent(self.display, code, int(is_down), ctypes.c_ulong(0))
        self.x11.XSync(self.display, 0)

    def button(self, number, is_down):
        self.xtst.XTestFakeButtonEvent(self.display, number, int(is_down), ctypes.c_ulong(0))
        self.x11.XSync(self.display, 0)

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
            self.x11.XSync(self.display, 0)
            self.wait(0.15)

    def click(self, x, y):
        self.move(x, y)
        self.press(LEFT)
        self.wait(0.3)

    def picture(self, path):
        subprocess.run(["import", "-window", self.id, str(path)], env=self.variables, check=True)

    def resident_megabytes(self):
        """The game's resident memory."""
        status = Path(f"/proc/{self.game.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) // 1024

    def saved(self):
        """The text of the profile, which the game writes at each change of a setting and each finish."""
        file = self.profile / "profile.ron"
        return file.read_text() if file.exists() else ""

    def wait_until_saved(self, text, seconds=20):
        """Waits until the profile holds a text."""
        end = time.monotonic() + seconds
        while text not in self.saved():
            assert self.game.poll() is None, f"the game ended with {self.game.returncode}"
            assert time.monotonic() < end, f"the profile never says `{text}`"
            time.sleep(0.2)
