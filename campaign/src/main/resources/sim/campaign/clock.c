/* A wall clock that is ahead by the seconds in the file CAMPAIGN_CLOCK. Other clocks are as they are. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile long *ahead;

__attribute__((constructor)) static void map(void) {
    const char *name = getenv("CAMPAIGN_CLOCK");
    int file = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
    void *mapped = file < 0 ? MAP_FAILED : mmap(0, sizeof(long), PROT_READ, MAP_SHARED, file, 0);
    ahead = mapped == MAP_FAILED ? 0 : mapped;
    if (file >= 0) {
        close(file);
    }
}

int clock_gettime(clockid_t clock, struct timespec *to) {
    int failed = (int) syscall(SYS_clock_gettime, clock, to);
    if (!failed && ahead && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
        to->tv_sec += *ahead;
    }
    return failed;
}

int gettimeofday(struct timeval *to, void *zone) {
    struct timespec now;
    (void) zone;
    if (clock_gettime(CLOCK_REALTIME, &now)) {
        return -1;
    }
    to->tv_sec = now.tv_sec;
    to->tv_usec = now.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *to) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (to) {
        *to = now.tv_sec;
    }
    return now.tv_sec;
}
