import SaybusMessages
import SaybusPhrases

/// The sentences about timers, alarms and reminders, in the words of the language file. The actions may replace them by
/// words of their own: `say`, `none`, `late` and `do`.
struct ScheduleSentences {
    private let spoken: SpokenTime
    private let words: ScheduleVocabulary
    private let now: (day: Int, second: Int)?

    /// Creates the sentences of an app.
    /// - Parameters:
    ///   - app: The app, in whose language lengths and times are spoken.
    ///   - now: The local day and second, by which an alarm of another day is told with its day, and a repeated one as
    ///     repeated; nil for the time of day alone.
    ///   - words: The words of the sentences.
    init(
        _ app: App, now: (day: Int, second: Int)? = nil, words: ScheduleVocabulary = Language.inUse.scheduleWords
    ) {
        (spoken, self.now, self.words) = (SpokenTime(language: app.language), now, words)
    }

    /// Returns the values that describe an item.
    func values(of item: ScheduledItem) -> [String: String] {
        var values = ["kind": word(item.kind), "label": label(item)]
        if !item.name.isEmpty { values["name"] = item.name }
        return values
    }

    /// Returns an item's name for users: `pasta timer`, `10 minute timer`, `7:00 AM alarm`, `reminder: call Anna`.
    func label(_ item: ScheduledItem) -> String {
        let kind = word(item.kind)
        if !item.name.isEmpty { return label(item.name, item.kind) }
        if let length = item.length { return label(length: length, item.kind) }
        if case .local(_, let second, _) = item.trigger {
            return dated(fill(words.withTime, ["time": spoken.time(second), "kind": kind]), item.trigger)
        }
        return kind
    }

    /// Adds to a label or a time of day the day, unless it is the next such time, or the days on which it is repeated.
    private func dated(_ label: String, _ trigger: ScheduleTrigger) -> String {
        guard let now, case .local(let day, let second, let weekdays) = trigger else { return label }
        if let weekdays { return repeated(label, Set(weekdays)) }
        let next = second > now.second ? now.day : now.day + 1
        // An entry that rings now, or is late, has a day before the next one.
        guard day > next else { return label }
        return fill(words.onDay ?? "{label} ({day})", ["label": label, "day": spoken.day(day, from: now.day)])
    }

    private func repeated(_ label: String, _ weekdays: Set<Int>) -> String {
        let known = [
            (1...7, words.everyDay), (1...5, words.everyWeekday), (6...7, words.everyWeekend),
        ].first { Set($0.0) == weekdays }
        if let sentence = known?.1 { return fill(sentence, ["label": label]) }
        let days = Self.list(weekdays.sorted().map(spoken.weekday), and: words.and)
        return fill(words.onDays ?? "{label} ({days})", ["label": label, "days": days])
    }

    /// Returns the names of several items. Those with the same one are counted: `first 10 minute timer`.
    private func labels(_ items: [ScheduledItem]) -> [String] {
        let labels = items.map { label($0) }
        let counts = Dictionary(labels.map { ($0, 1) }, uniquingKeysWith: +)
        var places: [String: Int] = [:]
        return labels.map { label in
            guard counts[label, default: 0] > 1 else { return label }
            let place = places[label, default: 0] + 1
            places[label] = place
            return self.label(label, at: place)
        }
    }

    private func label(_ label: String, at place: Int) -> String {
        let place = Language.inUse.numbers.ordinal(place) ?? "\(place)."
        return fill(words.withPlace ?? "{place} {label}", ["place": place, "label": label])
    }

    /// Returns the time of day of an item as it is spoken, with its day; nil for one that is due after a length.
    func time(_ item: ScheduledItem) -> String? {
        guard case .local(_, let second, _) = item.trigger else { return nil }
        return dated(spoken.time(second), item.trigger)
    }

    private func label(_ name: String, _ kind: Schedule.Kind) -> String {
        fill(kind == .reminder ? words.reminder : words.withName, ["name": name, "kind": word(kind)])
    }

    private func label(length: Double, _ kind: Schedule.Kind) -> String {
        fill(
            words.withLength,
            ["length": adjective(length), "spoken": spoken.length(length), "kind": word(kind)])
    }

    private func word(_ kind: Schedule.Kind) -> String { words.kinds[kind.rawValue] ?? kind.rawValue }

    private func fill(_ sentence: String, _ values: [String: String]) -> String {
        SentenceTemplate.fill(sentence, values)
    }

    /// Returns the sentence about an item that is due and whose action the file has no more.
    func due(_ item: ScheduledItem) -> String { fill(words.due, ["label": label(item)]) }

    /// Returns the sentence about an item that rings late.
    func late(_ item: ScheduledItem, by seconds: Double, _ own: Template?) -> String {
        var values = values(of: item)
        values["ago"] = spoken.length(seconds)
        return (try? own?.spoken(values)) ?? fill(words.late, values)
    }

    /// Returns the sentences about the time that is left of items, or the one about none.
    func remaining(
        _ items: [(item: ScheduledItem, seconds: Double)], _ query: ScheduleQuery, say: Template?, none: Template?
    ) -> String {
        guard !items.isEmpty else { return nothing(query, none) }
        return zip(items, labels(items.map { $0.item })).map { entry, label in
            let (item, seconds) = entry
            var values = values(of: item)
            values["label"] = label
            values["left"] = spoken.length(seconds)
            return (try? say?.spoken(values)) ?? fill(seconds > 0 ? words.remaining : words.ringing, values)
        }.joined(separator: " ")
    }

    /// Returns the sentence about the cancelled items, or about the several that fit.
    func cancelled(
        _ cancelled: [ScheduledItem], kept: [ScheduledItem], _ query: ScheduleQuery, none: Template?
    ) -> String {
        if !kept.isEmpty { return fill(words.several, ["count": "\(kept.count)", "list": entries(kept)]) }
        guard !cancelled.isEmpty else { return nothing(query, none) }
        return fill(words.cancelled, ["list": entries(cancelled)])
    }

    private func entries(_ items: [ScheduledItem]) -> String {
        Self.list(labels(items).map { fill(words.entry, ["label": $0]) }, and: words.and)
    }

    private func nothing(_ query: ScheduleQuery, _ own: Template?) -> String {
        let kind = query.kind ?? .timer
        var label =
            if !query.name.isEmpty, kind != .reminder {
                label(query.name, kind)
            } else if let length = query.length {
                label(length: length, kind)
            } else {
                word(kind)
            }
        if let place = query.place { label = self.label(label, at: place) }
        return (try? own?.spoken([:])) ?? fill(words.none, ["label": label])
    }

    /// Returns entries as they are read aloud: `a, b and c`.
    static func list(_ entries: [String], and: String) -> String {
        guard let last = entries.last, entries.count > 1 else { return entries.first ?? "" }
        return entries.dropLast().joined(separator: ", ") + " \(and) \(last)"
    }

    /// Returns the names of some items as they are read aloud.
    func list(_ items: [ScheduledItem]) -> String { Self.list(labels(items), and: words.and) }

    /// Returns a length as it stands before a noun: `10 minute`, `1 hour 30 minute`.
    private func adjective(_ seconds: Double) -> String {
        var rest = Int(seconds.rounded())
        var parts: [String] = []
        for (unit, length) in [("day", 86_400), ("hour", 3600), ("minute", 60), ("second", 1)] where rest >= length {
            parts.append("\(rest / length) \(words.units[unit] ?? unit)")
            rest %= length
        }
        return parts.joined(separator: " ")
    }
}
