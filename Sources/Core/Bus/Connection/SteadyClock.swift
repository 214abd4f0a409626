import Glibc

/// Microseconds that only go forward: for pauses and expiry, which a corrected wall clock must not upset.
package enum SteadyClock {
    /// Microseconds since some moment before the program's start.
    package static func microseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }
}
