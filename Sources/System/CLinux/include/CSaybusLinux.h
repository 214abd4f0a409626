// Calls of Linux and glibc that Swift's module of the C library lacks, since it is built without _GNU_SOURCE.
//
// Nothing of the C library is included here: its headers read another way under _GNU_SOURCE than in Swift's module, and
// Swift refuses two definitions of one type.
#ifndef CSAYBUS_LINUX_H
#define CSAYBUS_LINUX_H

#include <stdbool.h>
#include <stdint.h>

// Makes an eventfd(2) that neither blocks nor outlives exec; -1 with errno.
int saybus_eventfd(void);

// Opens a file for its place in the tree only, and a symbolic link itself; -1 with errno.
int saybus_open_path(int folder, const char *name);

// Lets the descriptor `number` stand for the file of another descriptor; -1 with errno.
int saybus_replace(int descriptor, int number);

// Takes space on the disk for `length` bytes of a file from `start` on, without a change of its size; -1 with errno.
int saybus_reserve(int descriptor, int64_t start, int64_t length);

// The user whose program listens on a Unix socket; -1 when none does, or its queue is full.
int64_t saybus_server_user(const char *path);

// Whether bytes contain a word.
bool saybus_contains(const void *bytes, long count, const void *word, long length);

// Lets standard output pass on each line when it is complete, also to a pipe or a file.
void saybus_buffer_lines(void);

// Names the calling thread, in at most 15 bytes.
void saybus_name_thread(const char *name);

// accept4(2) of the kernel, for the program that defines an `accept4` of its own; -1 with errno.
int saybus_accept4(int socket, void *address, void *length, int flags);

// Begins or ends to count what arrives on a connection and is not taken yet.
void saybus_inflow_begin(int connection);
void saybus_inflow_end(int connection);

// Subtracts bytes that the program has taken.
void saybus_inflow_take(int connection, int64_t bytes);

// Subtracts bytes of each connection, at most what waits of it.
void saybus_inflow_forgive(int64_t bytes);

// The bytes that wait of a connection.
int64_t saybus_inflow_waiting(int connection);

// Sets the bytes that may wait of one connection, and of all together.
void saybus_inflow_limit(int64_t one, int64_t all);

// The number of connections that were shut down because of these limits.
int64_t saybus_inflow_closed(void);

// recv(2) of the kernel, for the program that defines a `recv` of its own; counts what arrives. -1 with errno.
long saybus_recv(int socket, void *buffer, unsigned long size, int flags);

#endif
