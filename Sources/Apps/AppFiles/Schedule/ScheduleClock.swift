import Foundation

/// The clocks by which an app's timers and alarms are due. Tests replace it by one that they advance.
protocol ScheduleClock: Sendable {
    /// The current time of all clocks.
    var now: ScheduleMoment { get }
    /// Returns the seconds by which local time is ahead of UTC at a Unix time.
    func offset(at unixTime: Double) -> Int
    /// Suspends for a time, or until the task is cancelled.
    func sleep(for time: Duration) async
}

/// One instant on all clocks.
struct ScheduleMoment: Sendable, Equatable {
    /// Seconds since 1970. Jumps when the clock is set.
    var wall: Double
    /// Seconds since the machine was started, also while it sleeps. Never jumps.
    var steady: Double
    /// An identifier of the machine's start, which gives ``steady`` its meaning.
    var boot: String
}

/// The machine's clocks.
struct SystemScheduleClock: ScheduleClock {
    private static let boot =
        (try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8))?
        .trimmingCharacters(in: .whitespacesAndNewlines) ?? ""

    var now: ScheduleMoment {
        func seconds(_ clock: clockid_t) -> Double {
            var time = timespec()
            clock_gettime(clock, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }
        return ScheduleMoment(wall: seconds(CLOCK_REALTIME), steady: seconds(CLOCK_BOOTTIME), boot: Self.boot)
    }

    func offset(at unixTime: Double) -> Int {
        var time = time_t(unixTime)
        var local = tm()
        // Reads the machine's time zone again, which may have changed.
        tzset()
        localtime_r(&time, &local)
        return local.tm_gmtoff
    }

    func sleep(for time: Duration) async { try? await Task.sleep(for: time) }
}
