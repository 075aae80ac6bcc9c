// A clock that can be stopped, for scripts/drive-window: LD_PRELOAD it, with the path of a file of three 64-bit numbers, `struct
// clock`, in CLOCK_FILE. The script stops and resumes the clock by writing to that file.
//
// Only calls from the program itself see this clock; libraries, such as the graphics driver, wait by the true one.
//
// Timed waits of the program pass absolute deadlines on this clock to the kernel. If it were behind the true clock, the deadlines would
// have passed, and the program would spin. So it runs far ahead: timed waits end only when another thread wakes them. One effect is
// that the game never retries a sound device that it did not find.
#define _GNU_SOURCE
#include <fcntl.h>
#include <link.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// 11.6 days.
#define AHEAD_NANOSECONDS 1000000000000000LL

// The clock shows the true time less `behind`, and never more than `limit`; both in nanoseconds.
struct clock {
    _Atomic int64_t behind, limit;
    // How often the main thread read it.
    _Atomic uint64_t reads;
};

static struct clock *clock_;
// The latest time shown. It keeps the clock monotonic when the script changes `behind` and `limit` between our two loads.
static _Atomic int64_t latest;
static uintptr_t program_start, program_end;

static int note_program(struct dl_phdr_info *object, size_t size, void *data) {
    (void)size, (void)data;
    program_start = UINTPTR_MAX;
    for (int index = 0; index < object->dlpi_phnum; index++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[index];
        if (part->p_type != PT_LOAD) continue;
        uintptr_t start = object->dlpi_addr + part->p_vaddr, end = start + part->p_memsz;
        if (start < program_start) program_start = start;
        if (end > program_end) program_end = end;
    }
    return 1; // The first object is the program.
}

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("CLOCK_FILE");
    int file = path ? open(path, O_RDWR) : -1;
    if (file < 0) abort();
    void *shared = mmap(NULL, sizeof(struct clock), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (shared == MAP_FAILED) abort();
    close(file);
    clock_ = shared;
    dl_iterate_phdr(note_program, NULL);
    // Not for child processes.
    unsetenv("LD_PRELOAD");
}

// Releases a script that waits for reads when the program exits.
__attribute__((destructor)) static void end(void) { clock_->reads = INT64_MAX; }

int clock_gettime(clockid_t clock, struct timespec *time) {
    int result = syscall(SYS_clock_gettime, clock, time);
    uintptr_t caller = (uintptr_t)__builtin_return_address(0);
    if (result == 0 && clock == CLOCK_MONOTONIC && program_start <= caller && caller < program_end) {
        int64_t shown = time->tv_sec * 1000000000LL + time->tv_nsec - clock_->behind;
        int64_t limit = clock_->limit;
        if (shown > limit) shown = limit;
        int64_t last = latest;
        while (last < shown && !atomic_compare_exchange_weak(&latest, &last, shown)) {}
        if (shown < last) shown = last;
        shown += AHEAD_NANOSECONDS;
        time->tv_sec = shown / 1000000000LL;
        time->tv_nsec = shown % 1000000000LL;
        if (gettid() == getpid()) clock_->reads++;
    }
    return result;
}
