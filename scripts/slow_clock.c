// Slows the clock that a program reads, for scripts/drive-window: LD_PRELOAD it, with SLOWNESS in the environment.
//
// Only calls from the program itself see the slow clock; libraries, such as the graphics driver, wait by the true one.
//
// A timed wait of the program hands the kernel a moment of its own clock. Behind the true clock, that moment would have passed, and
// the program would spin; so the slow clock runs far ahead, and such a wait ends only when somebody wakes it. The game then never
// looks again for a sound device that it did not find.
#define _GNU_SOURCE
#include <link.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// 11.6 days.
#define AHEAD_NANOSECONDS 1000000000000000LL

static uintptr_t program_start, program_end;
static int64_t began;
static double slowness = 1;

static int64_t nanoseconds(const struct timespec *time) { return time->tv_sec * 1000000000LL + time->tv_nsec; }

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
    struct timespec now;
    syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
    began = nanoseconds(&now);
    const char *given = getenv("SLOWNESS");
    if (given && atof(given) >= 1) slowness = atof(given);
    dl_iterate_phdr(note_program, NULL);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    int result = syscall(SYS_clock_gettime, clock, time);
    uintptr_t caller = (uintptr_t)__builtin_return_address(0);
    if (result == 0 && clock == CLOCK_MONOTONIC && program_start <= caller && caller < program_end) {
        int64_t slow = began + AHEAD_NANOSECONDS + (int64_t)((nanoseconds(time) - began) / slowness);
        time->tv_sec = slow / 1000000000LL;
        time->tv_nsec = slow % 1000000000LL;
    }
    return result;
}
