/// A change or question to an app's memory, with all values filled in.
enum MemoryRequest: Sendable, Equatable {
    /// Schedules something.
    case set(ScheduleOrder)
    /// Stops the ringing items.
    case stopRinging
    /// Cancels the chosen items.
    case cancel(ScheduleQuery, none: Template?)
    /// Says the time until the chosen items are due.
    case remaining(ScheduleQuery, say: Template?, none: Template?)
    /// Changes or reads a list.
    case list(ListRequest)
}
