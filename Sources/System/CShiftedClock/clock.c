#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

// The difference of a clock that does not jump, and where the difference is read.
static int64_t fixed_offset;
static const volatile int64_t *offset = &fixed_offset;

__attribute__((constructor)) static void read_environment(void) {
    const char *number = getenv("SAYBUS_CLOCK_OFFSET");
    if (number) fixed_offset = strtoll(number, NULL, 10);
    const char *path = getenv("SAYBUS_CLOCK_OFFSET_FILE");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *content = mmap(NULL, sizeof(int64_t), PROT_READ, MAP_SHARED, file, 0);
    close(file);
    if (content != MAP_FAILED) offset = content;
}

int clock_gettime(clockid_t id, struct timespec *time) {
    // By the system call: the C library's function is this one.
    int result = syscall(SYS_clock_gettime, id, time);
    if (result != 0 || (id != CLOCK_REALTIME && id != CLOCK_REALTIME_COARSE)) return result;
    int64_t microseconds = time->tv_sec * INT64_C(1000000) + time->tv_nsec / 1000 + *offset;
    long rest = time->tv_nsec % 1000;
    time->tv_sec = microseconds / 1000000;
    time->tv_nsec = microseconds % 1000000 * 1000 + rest;
    return 0;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    struct timespec now;
    (void)zone;
    if (clock_gettime(CLOCK_REALTIME, &now) != 0) return -1;
    time->tv_sec = now.tv_sec;
    time->tv_usec = now.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *result) {
    struct timespec now;
    if (clock_gettime(CLOCK_REALTIME, &now) != 0) return -1;
    if (result) *result = now.tv_sec;
    return now.tv_sec;
}
