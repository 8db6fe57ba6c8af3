"""Stops a program at random times in gdb, and writes down who called the functions that run: by gdb, and by the program Callers.

gdb runs it for tools/callers, which sets `points`, `seed`, `callers`, `output` and `arguments` before. The lines of the output are of JSON, one a thread.
"""
import ctypes, json, os, random, signal, subprocess, threading

import gdb

SETTINGS = [
    "pagination off", "confirm off", "debuginfod enabled off", "print thread-events off", "print inferior-events off",
    "breakpoint pending on",
    # Up to where the thread begins, at any depth.
    "backtrace past-main on", "backtrace limit unlimited",
]
REGISTERS = ["rip", "rbx", "rbp", "rsp", "r12", "r13", "r14", "r15"]
# What debug information alone knows of: no frames of the stack.
VIRTUAL = {gdb.INLINE_FRAME, gdb.TAILCALL_FRAME}
MASK = (1 << 64) - 1
libc = ctypes.CDLL(None)


def register(frame, name):
    return int(frame.read_register(name)) & MASK


def code(process):
    """Where a process has code."""
    with open(f"/proc/{process}/maps") as file:
        words = [line.split() for line in file]
    return [range(*(int(end, 16) for end in line[0].split("-"))) for line in words if "x" in line[1]]


def frames(process):
    """The frames of the selected thread from the innermost: address, stack pointer, name, and whether a signal's handler returns there.

    Beyond the linker's first function, which no file describes, gdb takes each word of the stack for a frame. They end where there is no code.
    """
    found, frame, end = [], gdb.newest_frame(), ""
    mapped = code(process)
    try:
        while frame is not None and any(frame.pc() in piece for piece in mapped):
            if frame.type() not in VIRTUAL:
                found.append([frame.pc(), register(frame, "rsp"), frame.name(), frame.type() == gdb.SIGTRAMP_FRAME])
            end = gdb.frame_stop_reason_string(frame.unwind_stop_reason())
            frame = frame.older()
    except (gdb.error, RuntimeError) as error:
        end = str(error)
    return found, end


def is_runnable(process, thread):
    try:
        with open(f"/proc/{process}/task/{thread}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] == "R"
    except OSError:
        return False


def interrupt(process, delay, chooser, stopped):
    """Stops a process in some time, where one of its threads runs, if any does."""
    while not stopped.wait(delay):
        try:
            threads = [int(name) for name in os.listdir(f"/proc/{process}/task")]
        except OSError:
            return
        thread = chooser.choice([thread for thread in threads if is_runnable(process, thread)] or threads)
        # tgkill. Threads of pools block all other signals, and one that ends gets none.
        libc.syscall(234, process, thread, signal.SIGSTOP)
        delay = 5


def answer(process, point):
    """Where both tell another caller, or gdb none, lets the thread go on to see which one it returns to; `None` if to neither in some seconds."""
    known = [frame[0] for frame in point["gdb"]]
    place = next((place for place, pair in enumerate(zip(point["sampled"], known)) if pair[0] != pair[1]), len(known))
    if place in (0, len(point["sampled"])) or any(frame[3] for frame in point["gdb"][:place + 1]):
        return None
    stack = point["gdb"][place - 1][1]
    for address in {point["sampled"][place], *known[place:place + 1]}:
        gdb.execute(f"tbreak *{address} thread {gdb.selected_thread().num} if $rsp > {stack}", to_string=True)
    stopped = threading.Event()
    thread = threading.Thread(target=interrupt, args=(process, 5, random, stopped))
    thread.start()
    gdb.execute("continue", to_string=True)
    stopped.set()
    thread.join()
    gdb.execute("delete", to_string=True)
    return gdb.newest_frame().pc() if gdb.selected_inferior().pid else None


def waits(frame):
    """Whether a thread is behind an instruction that calls the kernel."""
    return bytes(gdb.selected_inferior().read_memory(frame.pc() - 2, 2)) == b"\x0f\x05"


def is_behind_call(address):
    """Whether the instruction before an address calls a function: by a distance, by a register or by memory."""
    code = bytes(gdb.selected_inferior().read_memory(address - 8, 8))
    return code[3] == 0xE8 or any(code[8 - size] == 0xFF and code[9 - size] >> 3 & 7 == 2 for size in range(2, 8))


class Points:
    def __init__(self):
        self.chooser = random.Random(seed)
        self.helper = subprocess.Popen([callers], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.output = open(output, "w")

    def note(self, process, other=False):
        """Writes down what is found of the selected thread."""
        frame = gdb.newest_frame()
        registers = [register(frame, name) for name in REGISTERS]
        print(process, *registers, file=self.helper.stdin, flush=True)
        sampled, looked = [self.helper.stdout.readline().split() for _ in range(2)]
        found, end = frames(process)
        point = {"other": other, "gdb": found, "gdb end": end, "registers": registers, "end": sampled[0], "sampled": list(map(int, sampled[1:]))}
        if waits(frame):
            point["looked"] = list(map(int, looked[1:]))
        unknown = {*point["sampled"], *point.get("looked", [])} - {frame[0] for frame in found}
        point["names"] = {address: gdb.execute(f"info symbol {address - 1}", to_string=True).strip() for address in unknown}
        point["called"] = [address for address in unknown if is_behind_call(address)]
        if not other and unknown.intersection(point["sampled"]):
            point["returned"] = answer(process, point)
        print(json.dumps(point), file=self.output, flush=True)

    def run(self):
        """Stops the program until there are enough points, or until it ends; returns how many there are."""
        gdb.execute("tbreak __libc_start_main", to_string=True)
        gdb.execute(f"run {arguments} < /dev/null > /dev/null 2>&1", to_string=True)
        count = 0
        while count < points:
            process = gdb.selected_inferior().pid
            stopped = threading.Event()
            thread = threading.Thread(target=interrupt, args=(process, self.chooser.uniform(0.002, 0.04), self.chooser, stopped))
            thread.start()
            gdb.execute("continue", to_string=True)
            stopped.set()
            thread.join()
            if gdb.selected_inferior().pid == 0:
                break
            interrupted = gdb.selected_thread()
            self.note(process)
            count += 1
            if gdb.selected_inferior().pid == 0:
                break
            others = [thread for thread in gdb.selected_inferior().threads() if thread.num != interrupted.num]
            # What waits meanwhile is another point, of which none is asked for.
            for other in self.chooser.sample(others, min(1, len(others))):
                other.switch()
                self.note(process, other=True)
                interrupted.switch()
        if gdb.selected_inferior().pid != 0:
            gdb.execute("kill", to_string=True)


for setting in SETTINGS:
    gdb.execute(f"set {setting}", to_string=True)
gdb.execute("handle SIGSTOP stop nopass", to_string=True)
for name in ["SIGALRM", "SIGPROF", "SIGVTALRM", "SIGPIPE", "SIG34"]:
    gdb.execute(f"handle {name} nostop noprint pass", to_string=True)
Points().run()
