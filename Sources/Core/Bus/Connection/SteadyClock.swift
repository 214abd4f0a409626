import Glibc

/// A clock that only moves forward (`CLOCK_BOOTTIME`), for intervals and expiry: it does not jump when the time of day
/// is set, and goes on while the machine sleeps. So what was said before a night's sleep has expired after it.
package enum SteadyClock {
    /// Microseconds since an unspecified moment before the program's start.
    package static func microseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }
}
