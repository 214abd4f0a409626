// A library to preload that tells ThreadSanitizer of hand-overs within libraries that are not instrumented, of which it would
// report false races. Unlike suppressions, this hides no race. deploy/test --sanitize thread builds it.
//
// - A contended `Mutex` of Swift is handed over within libswiftSynchronization and by the kernel (FUTEX_LOCK_PI). Without
//   contention it is locked and unlocked in the program's own, instrumented code.
// - A thread changes an array in place when it is the array's only owner. Another thread that has read the array has
//   released it before: the count of references, within libswiftCore, orders the two.
// - libzmq hands the memory of a message from the thread that sends it to the one that releases it.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

// Absent in programs without ThreadSanitizer.
__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *handle
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT void lock(uint32_t thread, SELF) __asm__(LOCK);
SWIFT bool tryLock(SELF) __asm__(TRY_LOCK);
SWIFT void unlock(SELF) __asm__(UNLOCK);

SWIFT void lock(uint32_t thread, SELF) {
    SWIFT void (*original)(uint32_t, SELF) = dlsym(RTLD_NEXT, LOCK);
    original(thread, handle);
    if (__tsan_acquire) __tsan_acquire(handle);
}

SWIFT bool tryLock(SELF) {
    SWIFT bool (*original)(SELF) = dlsym(RTLD_NEXT, TRY_LOCK);
    bool isLocked = original(handle);
    if (isLocked && __tsan_acquire) __tsan_acquire(handle);
    return isLocked;
}

SWIFT void unlock(SELF) {
    SWIFT void (*original)(SELF) = dlsym(RTLD_NEXT, UNLOCK);
    if (__tsan_release) __tsan_release(handle);
    original(handle);
}

void swift_release(void *object) {
    static void (*original)(void *);
    if (!original) original = dlsym(RTLD_NEXT, "swift_release");
    if (object && __tsan_release) __tsan_release(object);
    original(object);
}

#define UNIQUE(name)                                                              \
    bool name(const void *object) {                                               \
        static bool (*original)(const void *);                                    \
        if (!original) original = dlsym(RTLD_NEXT, #name);                        \
        bool isUnique = original(object);                                         \
        if (isUnique && object && __tsan_acquire) __tsan_acquire((void *)object); \
        return isUnique;                                                          \
    }
UNIQUE(swift_isUniquelyReferenced_native)
UNIQUE(swift_isUniquelyReferenced_nonNull_native)

typedef void Release(void *data, void *owner);
struct Message {
    Release *release;
    void *owner;
};

static void release(void *data, void *sent) {
    struct Message message = *(struct Message *)sent;
    __tsan_acquire(sent);
    free(sent);
    message.release(data, message.owner);
}

int zmq_msg_init_data(void *frame, void *data, size_t size, Release *own, void *owner) {
    int (*original)(void *, void *, size_t, Release *, void *) = dlsym(RTLD_NEXT, "zmq_msg_init_data");
    struct Message *message = __tsan_release && own ? malloc(sizeof *message) : NULL;
    if (!message) return original(frame, data, size, own, owner);
    *message = (struct Message){own, owner};
    __tsan_release(message);
    int code = original(frame, data, size, release, message);
    if (code != 0) free(message);
    return code;
}
