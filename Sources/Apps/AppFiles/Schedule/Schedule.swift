import SaybusMessages

/// An action that schedules a timer, an alarm or a reminder.
public struct Schedule: Sendable, Equatable {
    /// The kind of an item, by which users ask for it.
    enum Kind: String, Sendable, CaseIterable, Codable {
        /// Rings after a time.
        case timer
        /// Rings at a time of day.
        case alarm
        /// Speaks its text at a time.
        case reminder
    }

    /// The time at which it is due, as texts with placeholders.
    enum Time: Sendable, Equatable {
        /// After a length, such as `10min` or `PT10M`.
        case after(Template)
        /// At a time of day such as `19:30`, of a day such as `2026-11-25`; without a day at the next such time.
        case at(Template, day: Template?)
        /// Each time that a length has passed.
        case everyLength(Template)
        /// Each day at a time of day, or on these days of the week.
        case everyDay(Template, days: Template?)
    }

    /// The action's place in the file, which tells it from others with the same actions after a restart.
    var key: String
    /// The time at which it is due.
    var time: Time
    /// The kind.
    var kind: Kind
    /// The name by which users tell it from others; blank means none.
    public var name: Template?
    /// The sounds that are repeated until somebody says stop; empty when it does not ring.
    var ring: [Action]
    /// The time after which it rings no more, though nobody has stopped it.
    var ringTime: Duration
    /// The words about a late one, for which `{ago}` is how late; nil for the default.
    var late: Template?
    /// The actions when it is due.
    var actions: [Action]
    /// The actions to play when one of the actions fails.
    var failed: [Action]
    /// The hash of ``actions`` as they are written, which finds them again in a file that has changed; empty for none.
    var digest: String

    /// Default of ``ringTime``.
    static let defaultRingTime = Duration.seconds(300)
    /// Default of ``ring``: three short tones.
    static let defaultRing: [Action] = (0..<3).flatMap { _ in
        [.tone(.init(frequency: 880, durationMs: 150, volume: 0.6)), .silence(durationMs: 100)]
    }
    /// The values that ``actions`` may use besides those of the command.
    static let ownNames = ["kind", "label"]

    /// Whether it is due at a time of day, which is then the output.
    var hasTimeOfDay: Bool {
        switch time {
        case .at, .everyDay: true
        case .after, .everyLength: false
        }
    }

    /// The templates of the time and of the name.
    var templates: [Template] {
        let times: [Template?] =
            switch time {
            case .after(let length), .everyLength(let length): [length]
            case .at(let time, let day): [time, day]
            case .everyDay(let time, let days): [time, days]
            }
        return (times + [name]).compactMap(\.self)
    }
}

/// The choice of timers, alarms and reminders of one room, as texts with placeholders.
public struct ScheduleFilter: Sendable, Equatable {
    /// The kind; nil for all.
    var kind: Schedule.Kind?
    /// The name; blank or nil for all.
    public var name: Template?
    /// The length with which it was set; blank or nil for all.
    var length: Template?
    /// The place among those that fit, in the order in which they are due, from 1; blank or nil for all.
    var which: Template?
    /// Whether all that fit are meant, where several fit.
    var isAll = false
}

extension App {
    /// Returns the scheduling action of an item; nil when the file has none with its actions any more. Its place alone
    /// could be that of another one after a change of the file.
    func schedule(of item: ScheduledItem) -> Schedule? {
        let actions = commands.flatMap(\.actions) + requests.values.flatMap { $0.outcomes.flatMap(\.self) }
        let all = actions.flatMap(\.schedules)
        guard let work = item.work else { return all.first { $0.key == item.key } }
        let same = all.filter { $0.digest == work.digest }
        return same.first { $0.key == item.key } ?? (work.digest.isEmpty ? nil : same.first)
    }
}

extension Action {
    /// The scheduling actions in this action: itself, and those among its own actions.
    var schedules: [Schedule] {
        guard case .schedule(let schedule) = self else { return [] }
        return [schedule] + schedule.actions.flatMap(\.schedules)
    }

    /// The action, followed by those that it schedules.
    var withScheduled: [Action] { [self] + schedules.flatMap(\.actions) }

    /// Whether the action keeps something in the app's memory.
    var isKept: Bool {
        switch self {
        case .schedule, .list: true
        default: false
        }
    }

    /// Whether the action speaks of timers in sentences that are not the file's own.
    var speaksOfSchedule: Bool {
        switch self {
        case .schedule(let schedule): schedule.late == nil || schedule.actions.contains(where: \.speaksOfSchedule)
        case .cancel: true
        case .remaining(_, let say, let none): say == nil || none == nil
        default: false
        }
    }
}
