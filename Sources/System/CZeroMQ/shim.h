// libzmq 4.3: sockets, polling, monitoring and CURVE keys; and three calls of the C library that Swift's module of it lacks.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <zmq.h>
#include <zmq_utils.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <unistd.h>

static inline int saybus_eventfd(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }
extern int pthread_setname_np(pthread_t thread, const char *name);

static inline int saybus_accept4(int socket, void *address, void *length, int flags) {
    return (int) syscall(SYS_accept4, socket, address, length, flags);
}
