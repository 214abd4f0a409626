import SaybusPhrases

#if canImport(Glibc)
    import Glibc
#endif

/// A moment of a day where the computer is: what "in three days" is counted from.
public struct CalendarMoment: Sendable, Equatable {
    /// The day.
    public var date: CivilDate
    /// Minutes since midnight.
    public var minute: Int

    /// Creates a moment.
    public init(date: CivilDate, minute: Int) { (self.date, self.minute) = (date, minute) }

    /// This moment.
    public static var now: CalendarMoment {
        var seconds = time(nil)
        var local = tm()
        localtime_r(&seconds, &local)
        return CalendarMoment(date: .today, minute: Int(local.tm_hour) * 60 + Int(local.tm_min))
    }
}
