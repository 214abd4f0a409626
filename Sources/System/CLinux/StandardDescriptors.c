// Runs before Swift and libdispatch open anything: a standard descriptor that is closed becomes one of /dev/null that
// cannot be written, or read. Otherwise the first file that is opened would get its number, and the output: it now fails,
// as it should, with EBADF.

#include <fcntl.h>
#include <unistd.h>

__attribute__((constructor)) static void reserveClosedDescriptors(void) {
    const int modes[] = {[STDIN_FILENO] = O_WRONLY, [STDOUT_FILENO] = O_RDONLY, [STDERR_FILENO] = O_RDONLY};
    for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; descriptor++) {
        // The lowest free number is this one.
        if (fcntl(descriptor, F_GETFD) < 0) (void)open("/dev/null", modes[descriptor]);
    }
}
