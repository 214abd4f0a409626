// libzmq 4.3: sockets, polling, monitoring and CURVE keys; and calls of the C library that Swift's module of it lacks.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <zmq.h>
#include <zmq_utils.h>
#include <pthread.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/syscall.h>
#include <unistd.h>

static inline int saybus_eventfd(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

// Opens a file for its place in the tree only, and a symbolic link itself.
static inline int saybus_open_path(int folder, const char *name) {
    return openat(folder, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
}

// Lets the descriptor `number` stand for the file of another descriptor.
static inline int saybus_replace(int descriptor, int number) { return dup3(descriptor, number, O_CLOEXEC); }

// The user whose program listens on a Unix socket; -1 when none does, or its queue is full.
static inline int64_t saybus_server_user(const char *path) {
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    if (strlen(path) >= sizeof address.sun_path) return -1;
    strcpy(address.sun_path, path);
    int probe = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (probe < 0) return -1;
    struct ucred peer;
    socklen_t size = sizeof peer;
    int64_t user = -1;
    if (connect(probe, (struct sockaddr *)&address, sizeof address) == 0
        && getsockopt(probe, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0)
        user = peer.uid;
    close(probe);
    return user;
}

extern int pthread_setname_np(pthread_t thread, const char *name);

static inline int saybus_accept4(int socket, void *address, void *length, int flags) {
    return (int) syscall(SYS_accept4, socket, address, length, flags);
}
