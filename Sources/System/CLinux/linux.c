#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CSaybusLinux.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

int saybus_eventfd(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

int saybus_open_path(int folder, const char *name) {
    return openat(folder, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
}

int saybus_replace(int descriptor, int number) { return dup3(descriptor, number, O_CLOEXEC); }

void saybus_buffer_lines(void) { setvbuf(stdout, NULL, _IOLBF, 0); }

int saybus_reserve(int descriptor, int64_t start, int64_t length) {
    return fallocate(descriptor, FALLOC_FL_KEEP_SIZE, start, length);
}

int64_t saybus_server_user(const char *path) {
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

void saybus_name_thread(const char *name) { pthread_setname_np(pthread_self(), name); }

int saybus_accept4(int socket, void *address, void *length, int flags) {
    return (int)syscall(SYS_accept4, socket, address, length, flags);
}

bool saybus_contains(const void *bytes, long count, const void *word, long length) {
    return count >= length && memmem(bytes, (size_t)count, word, (size_t)length) != NULL;
}
