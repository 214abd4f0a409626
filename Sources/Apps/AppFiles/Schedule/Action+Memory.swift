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
            case .at(let time, let day): .at(try time.render(texts), day: try Self.render(day, texts))
            case .everyDay(let time, let days): .everyDay(try time.render(texts), days: try Self.render(days, texts))
            }
        let name = try name?.spoken(values.texts) ?? ""
        return ScheduleOrder(key: key, kind: kind, name: name.trimmed, time: time, values: values)
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
        query.name = try name?.spoken(values.texts).trimmed ?? ""
        if let text = try Schedule.render(length, values.canonical)?.trimmed, !text.isEmpty {
            guard let seconds = SpokenTime.seconds(of: text) else {
                throw TemplateError(.badValue, "\"\(text)\" is no length: write 10min or PT10M")
            }
            query.length = seconds
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
            name: name, change: change, none: try none?.spoken(values.texts) ?? "", and: and)
    }
}

extension String {
    fileprivate var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
