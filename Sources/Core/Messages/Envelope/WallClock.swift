import Glibc

/// The clock for the times in messages.
public enum WallClock {
    /// Returns the current Unix time in microseconds.
    public static func microseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }

    /// Returns the microseconds from one time to a later one; 0 when `end` is earlier or when the difference
    /// overflows.
    public static func elapsed(from start: Int64, to end: Int64) -> Int {
        let (difference, overflow) = end.subtractingReportingOverflow(start)
        return overflow ? 0 : Int(max(0, difference))
    }
}
