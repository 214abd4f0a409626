#if canImport(Glibc)
    import Glibc
#else
    import Foundation
#endif

/// The time of day that messages carry.
public enum WallClock {
    /// Unix time in microseconds.
    public static func microseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }
}
