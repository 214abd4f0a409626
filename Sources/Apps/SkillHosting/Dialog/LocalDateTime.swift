import Glibc
import SaybusPhrases

/// A local date and time of day, from which relative values such as "in three days" are calculated.
public struct LocalDateTime: Sendable, Equatable {
    /// The date.
    public var date: CivilDate
    /// Minutes since midnight.
    public var minute: Int

    /// Creates a date and time.
    public init(date: CivilDate, minute: Int) { (self.date, self.minute) = (date, minute) }

    /// The current local date and time.
    public static var now: LocalDateTime {
        var seconds = time(nil)
        var local = tm()
        localtime_r(&seconds, &local)
        return LocalDateTime(date: .today, minute: Int(local.tm_hour) * 60 + Int(local.tm_min))
    }
}
