#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CSaybusLinux.h"

#include <stdatomic.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

// The connections that are counted have lower descriptors.
#define CONNECTIONS 65536

// 0 for a connection that is not counted, otherwise 1 more than the bytes that wait.
static _Atomic int64_t waiting[CONNECTIONS];
static _Atomic int64_t total, connections, closed;
static _Atomic int64_t limit_of_one = INT64_MAX, limit_of_all = INT64_MAX;

static int is_known(int connection) { return connection >= 0 && connection < CONNECTIONS; }

void saybus_inflow_begin(int connection) {
    if (!is_known(connection)) return;
    int64_t former = atomic_exchange(&waiting[connection], 1);
    if (former == 0)
        atomic_fetch_add(&connections, 1);
    else
        atomic_fetch_sub(&total, former - 1);
}

void saybus_inflow_end(int connection) {
    if (!is_known(connection)) return;
    int64_t former = atomic_exchange(&waiting[connection], 0);
    if (former == 0) return;
    atomic_fetch_sub(&connections, 1);
    atomic_fetch_sub(&total, former - 1);
}

void saybus_inflow_take(int connection, int64_t bytes) {
    if (!is_known(connection)) return;
    int64_t former = atomic_load_explicit(&waiting[connection], memory_order_relaxed), rest;
    do {
        if (former <= 1) return;
        rest = former - bytes > 1 ? former - bytes : 1;
    } while (!atomic_compare_exchange_weak(&waiting[connection], &former, rest));
    atomic_fetch_sub(&total, former - rest);
}

void saybus_inflow_forgive(int64_t bytes) {
    for (int connection = 0; connection < CONNECTIONS; connection++) saybus_inflow_take(connection, bytes);
}

int64_t saybus_inflow_waiting(int connection) {
    int64_t bytes = is_known(connection) ? atomic_load(&waiting[connection]) : 0;
    return bytes > 0 ? bytes - 1 : 0;
}

void saybus_inflow_limit(int64_t one, int64_t all) {
    atomic_store(&limit_of_one, one);
    atomic_store(&limit_of_all, all);
}

int64_t saybus_inflow_closed(void) { return atomic_load(&closed); }

// Whether a connection has more than its share: of all that may wait, the same for each.
static int is_too_much(int64_t own, int64_t all) {
    if (own > atomic_load(&limit_of_one)) return 1;
    int64_t most = atomic_load(&limit_of_all), sharers = atomic_load(&connections);
    return all > most && own > most / (sharers > 0 ? sharers : 1);
}

static void count(int connection, int64_t bytes) {
    int64_t former = atomic_load_explicit(&waiting[connection], memory_order_relaxed);
    do {
        if (former == 0) return;
    } while (!atomic_compare_exchange_weak(&waiting[connection], &former, former + bytes));
    int64_t all = atomic_fetch_add(&total, bytes) + bytes;
    if (!is_too_much(former - 1 + bytes, all)) return;
    saybus_inflow_end(connection);
    shutdown(connection, SHUT_RDWR);
    atomic_fetch_add(&closed, 1);
}

long saybus_recv(int socket, void *buffer, unsigned long size, int flags) {
    long bytes = syscall(SYS_recvfrom, socket, buffer, size, flags, (void *)0, (void *)0);
    if (bytes > 0 && is_known(socket)) count(socket, bytes);
    return bytes;
}
