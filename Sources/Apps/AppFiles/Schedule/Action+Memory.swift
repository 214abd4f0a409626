import SaybusPhrases

extension Action {
    /// Returns the request to the app's memory that this action makes, with all values filled in.
    func memoryRequest(_ values: ActionValues) throws(TemplateError) -> MemoryRequest {
        switch self {
        case .schedule(let schedule): return .set(try schedule.order(values))
        case .cancel(let filter, let none): return .cancel(try filter.query(values), none: none)
        case .remaining(let filter, let say, let none):
            return .remaining(try filter.query(values), say: say, none: none)
        case .list(let list): return .list(try list.request(values))
        default: return .stopRinging
        }
    }
}

extension Schedule {
    /// Returns the order with all values filled in.
    fileprivate func order(_ values: ActionValues) throws(TemplateError) -> ScheduleOrder {
        let texts = values.canonical
        let time: ScheduleOrder.Time =
            switch self.time {
            case .after(let length): .after(try length.render(texts))
            case .everyLength(let length): .everyLength(try length.render(texts))
            case .at(let time, let day):
                try Self.at(
                    time, day: try Self.render(day, texts), weekday: day.flatMap { Self.weekday($0, values) }, values)
            case .everyDay(let time, let days): .everyDay(try time.render(texts), days: try Self.render(days, texts))
            }
        let said = try name?.spoken(values.texts).trimmed ?? ""
        // "Your {label} is over": the sentences have articles of their own. What somebody is reminded of stays.
        let label = kind == .reminder ? said : SpokenName.withoutDeterminers(said)
        let work = ScheduledItem.Work(digest: digest, hasEffect: !actions.allSatisfy(\.isRepeatable))
        return ScheduleOrder(key: key, kind: kind, name: label, time: time, values: values, work: work)
    }

    /// Returns a time of day. An hour whose half of the day was not said is the nearest one: the words of a parameter
    /// such as "half past seven", or a parameter that is a number.
    private static func at(
        _ template: Template, day: String?, weekday: String?, _ values: ActionValues
    ) throws(TemplateError) -> ScheduleOrder.Time {
        let text = try template.render(values.canonical)
        if case .value(let name, _)? = template.pieces.first, template.pieces.count == 1,
            let words = values.texts[Template.baseName(name) + ".words"], TimeParser().leavesHalfOpen(words),
            text.contains(":")
        {
            return .at(text, day: day, half: .nearest(parameter: Template.baseName(name)), weekday: weekday)
        }
        if !template.names.isEmpty, let hour = Int(text.trimmed), 0...23 ~= hour {
            let half: ScheduleOrder.Half = 1...12 ~= hour ? .nearest(parameter: nil) : .said
            return .at("\(hour):00", day: day, half: half, weekday: weekday)
        }
        return .at(text, day: day, weekday: weekday)
    }

    /// Returns the parameter that a day is, if its words are a day of the week.
    private static func weekday(_ template: Template, _ values: ActionValues) -> String? {
        guard case .value(let name, _)? = template.pieces.first, template.pieces.count == 1 else { return nil }
        let parameter = Template.baseName(name)
        return values.texts[parameter + ".words"].map(TimeParser().isWeekday) == true ? parameter : nil
    }

    fileprivate static func render(
        _ template: Template?, _ texts: [String: String]
    ) throws(TemplateError) -> String? {
        guard let template else { return nil }
        return try template.render(texts)
    }
}

extension ScheduleFilter {
    /// Returns the choice with all values filled in.
    fileprivate func query(_ values: ActionValues) throws(TemplateError) -> ScheduleQuery {
        var query = ScheduleQuery(kind: kind, isAll: isAll)
        query.name = try SpokenName.withoutDeterminers(name?.spoken(values.texts).trimmed ?? "")
        if let text = try Schedule.render(length, values.canonical)?.trimmed, !text.isEmpty {
            guard let seconds = SpokenTime.seconds(of: text) else {
                throw TemplateError(.badValue, "\"\(text)\" is no length: write 10min or PT10M")
            }
            query.length = seconds
        }
        if let text = try Schedule.render(which, values.canonical)?.trimmed, !text.isEmpty {
            guard let place = Int(text), place > 0 else {
                throw TemplateError(.badValue, "\"\(text)\" is no place: write 1 for the first")
            }
            query.place = place
        }
        return query
    }
}

extension ListAction {
    /// Returns the change with all values filled in.
    fileprivate func request(_ values: ActionValues) throws(TemplateError) -> ListRequest {
        let change: ListRequest.Change =
            switch self.change {
            case .read: .read
            case .clear: .clear
            case .add(let entry): .add(try entry.spoken(values.texts).trimmed)
            case .remove(let entry): .remove(try entry.spoken(values.texts).trimmed)
            }
        return ListRequest(
            name: name, change: change, none: try none?.spoken(values.texts) ?? "", and: and, isSeveral: isSeveral)
    }
}

extension String {
    fileprivate var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
