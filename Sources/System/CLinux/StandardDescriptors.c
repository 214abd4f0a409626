// Opens closed standard descriptors on /dev/null in the wrong direction, so that their use fails with EBADF.
// Otherwise the next file that is opened would get such a number and receive the output. A constructor runs before
// Swift and libdispatch open anything.

#include <fcntl.h>
#include <unistd.h>

__attribute__((constructor)) static void reserveClosedDescriptors(void) {
    const int modes[] = {[STDIN_FILENO] = O_WRONLY, [STDOUT_FILENO] = O_RDONLY, [STDERR_FILENO] = O_RDONLY};
    for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; descriptor++) {
        // The lowest free number is this one.
        if (fcntl(descriptor, F_GETFD) < 0) (void)open("/dev/null", modes[descriptor]);
    }
}
