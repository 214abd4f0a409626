import SaybusMessages

/// The sentences about timers, alarms and reminders. They are English; for another language, the actions have `say`,
/// `none`, `late` and `do` with words of their own.
struct ScheduleSentences {
    private let spoken: SpokenTime

    init(_ app: App) { spoken = SpokenTime(language: app.language) }

    /// Returns the values that describe an item.
    func values(of item: ScheduledItem) -> [String: String] {
        var values = ["kind": item.kind.rawValue, "label": label(item)]
        if !item.name.isEmpty { values["name"] = item.name }
        return values
    }

    /// Returns an item's name for users: `pasta timer`, `10 minute timer`, `7:00 AM alarm`, `reminder to call Anna`.
    func label(_ item: ScheduledItem) -> String {
        let kind = item.kind.rawValue
        if !item.name.isEmpty { return item.kind == .reminder ? "\(kind): \(item.name)" : "\(item.name) \(kind)" }
        if let length = item.length { return "\(Self.adjective(length)) \(kind)" }
        if case .local(_, let second, _) = item.trigger { return "\(spoken.time(second)) \(kind)" }
        return kind
    }

    /// Returns the sentence about an item that is due and whose action the file has no more.
    func due(_ item: ScheduledItem) -> String { "Your \(label(item))." }

    /// Returns the sentence about an item that rings late.
    func late(_ item: ScheduledItem, by seconds: Double, _ own: Template?) -> String {
        var values = values(of: item)
        values["ago"] = spoken.length(seconds)
        return (try? own?.render(values)) ?? "The \(label(item)) was due \(spoken.length(seconds)) ago."
    }

    /// Returns the sentences about what is left, or the one about nothing.
    func remaining(
        _ items: [(item: ScheduledItem, seconds: Double)], _ query: ScheduleQuery, say: Template?, none: Template?
    ) -> String {
        guard !items.isEmpty else { return nothing(query, none) }
        return items.map { item, seconds in
            var values = values(of: item)
            values["left"] = spoken.length(seconds)
            if let own = try? say?.render(values) { return own }
            return seconds > 0
                ? "The \(label(item)) has \(spoken.length(seconds)) left." : "The \(label(item)) is ringing."
        }.joined(separator: " ")
    }

    /// Returns the sentence about what was cancelled, or about the several that fit.
    func cancelled(
        _ cancelled: [ScheduledItem], kept: [ScheduledItem], _ query: ScheduleQuery, none: Template?
    ) -> String {
        if !kept.isEmpty {
            return "There are \(kept.count): \(Self.list(kept.map { "the " + label($0) })). Say which one."
        }
        guard !cancelled.isEmpty else { return nothing(query, none) }
        return "Cancelled: \(Self.list(cancelled.map { "the " + label($0) }))."
    }

    private func nothing(_ query: ScheduleQuery, _ own: Template?) -> String {
        let kind = query.kind?.rawValue ?? "timer"
        let name = query.name.isEmpty ? kind : query.kind == .reminder ? kind : "\(query.name) \(kind)"
        return (try? own?.render([:])) ?? "No \(name) is set."
    }

    /// Returns entries as they are read aloud: `a, b and c`.
    static func list(_ entries: [String], and: String = "and") -> String {
        guard let last = entries.last, entries.count > 1 else { return entries.first ?? "" }
        return entries.dropLast().joined(separator: ", ") + " \(and) \(last)"
    }

    /// Returns a length as it stands before a noun: `10 minute`, `1 hour 30 minute`.
    private static func adjective(_ seconds: Double) -> String {
        var rest = Int(seconds.rounded())
        var parts: [String] = []
        for (unit, length) in [("day", 86_400), ("hour", 3600), ("minute", 60), ("second", 1)] where rest >= length {
            parts.append("\(rest / length) \(unit)")
            rest %= length
        }
        return parts.joined(separator: " ")
    }
}
