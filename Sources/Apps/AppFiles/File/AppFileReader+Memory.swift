import SaybusPhrases
import Yams

/// Actions on an app's memory.
extension AppFileReader {
    /// Reads a timer, an alarm or a reminder.
    mutating func schedule(
        _ key: String, _ node: Node, _ what: String, _ names: AppFileNames?, _ made: Set<String>, failed: [Action]
    ) -> Schedule? {
        let shape: AppFileShape = key == "after" ? .after : key == "at" ? .at : .every
        guard let fields = fields(node, what, shape) else { return nil }
        func optional(_ name: String, _ reader: inout AppFileReader) -> Template? {
            fields[name].flatMap { reader.blankTemplate($0, "\(what): \(name)", names, made) }
        }
        let time = fields["time"].flatMap { template($0, "\(what): time", names, made) }
        let length = fields["length"].flatMap { template($0, "\(what): length", names, made) }
        let when: Schedule.Time?
        switch key {
        case "after": when = time.map { .after($0) }
        case "at":
            let day = optional("day", &self)
            when = time.map { .at($0, day: day) }
        default:
            let days = optional("days", &self)
            if fields["time"] == nil, fields["length"] == nil {
                report(.missing, node, "\(what) lacks \"time\", or \"length\"")
            } else if fields["length"] != nil, let stray = fields["time"] ?? fields["days"] {
                report(.unknownKey, stray, "\(what): \"length\" goes without \"time\" and \"days\"")
            }
            when = length.map { .everyLength($0) } ?? time.map { .everyDay($0, days: days) }
        }
        if let when { checkTime(when, fields["time"] ?? fields["length"] ?? node, what) }
        let kind: Schedule.Kind? = fields["kind"].flatMap { word($0, "\(what): kind") }
        let ringTime = fields["ring-time"].flatMap { milliseconds($0, "\(what): ring-time") }
        let ring = fields["ring"].map { self.ring($0, "\(what): ring") } ?? Schedule.defaultRing
        let late = fields["late"].flatMap {
            template($0, "\(what): late", AppFileNames(always: ["ago", "kind", "label"], sometimes: ["name": ""]), [])
        }
        var own = names
        own?.always.formUnion(made.union(Schedule.ownNames))
        let actions = fields["do"].map { self.actions($0, "\(what): do", own, failed: failed) } ?? []
        if let node = fields["do"], actions.asks {
            report(.badValue, node, "\(what): do cannot ask: nobody may be in the room")
        }
        let name = optional("name", &self)
        guard let when else { return nil }
        return Schedule(
            key: scheduleKey(what), time: when, kind: kind ?? (key == "after" ? .timer : .alarm), name: name,
            ring: ring, ringTime: ringTime.map { .milliseconds($0) } ?? Schedule.defaultRingTime, late: late,
            actions: actions, failed: failed, digest: fields["do"]?.digest ?? "")
    }

    /// Returns a key of a scheduling action that stays when other parts of the file change.
    private mutating func scheduleKey(_ what: String) -> String {
        scheduleKeys[what, default: 0] += 1
        return "\(what) \(scheduleKeys[what] ?? 0)"
    }

    /// Checks a time without placeholders.
    private mutating func checkTime(_ time: Schedule.Time, _ node: Node, _ what: String) {
        func fixed(_ template: Template?) -> String? {
            template.flatMap { $0.names.isEmpty ? try? $0.render([:]) : nil }
        }
        do throws(StoreError) {
            switch time {
            case .after(let length), .everyLength(let length):
                if let text = fixed(length) { _ = try ScheduleOrder.length(text) }
            case .at(let time, let day):
                if let text = fixed(time) { _ = try ScheduleOrder.second(text) }
                if let text = fixed(day), !text.isEmpty { _ = try ScheduleOrder.day(text, today: 0) }
            case .everyDay(let time, let days):
                if let text = fixed(time) { _ = try ScheduleOrder.second(text) }
                if let text = fixed(days) { _ = try ScheduleOrder.weekdays(text) }
            }
        } catch {
            report(.badValue, node, "\(what): \(error)")
        }
    }

    private mutating func ring(_ node: Node, _ what: String) -> [Action] {
        if case .sequence = node { return audible(node, what, names: []) }
        return boolean(node, what) ? Schedule.defaultRing : []
    }

    /// Reads `cancel`: the filter of the items, or the word for all that is ringing; nil for another value.
    mutating func cancel(_ node: Node, _ what: String, _ names: AppFileNames?, _ made: Set<String>) -> Action? {
        if case .text(AppFileShape.ringingWord) = NodeKind(node) { return .stopRinging }
        guard case .mapping = node else {
            expected(
                "\(what) must be \"\(AppFileShape.ringingWord)\" or a mapping (kind, name, length, which, all)", node)
            return nil
        }
        guard let fields = fields(node, what, .cancel) else { return nil }
        var filter = self.filter(fields, what, names, made)
        filter.isAll = fields["all"].map { boolean($0, "\(what): all") } ?? false
        return .cancel(filter, none: none(fields, what))
    }

    /// Reads `remaining`: the filter of the timers whose remaining time is told.
    mutating func remaining(_ node: Node, _ what: String, _ names: AppFileNames?, _ made: Set<String>) -> Action? {
        guard let fields = fields(node, what, .remaining) else { return nil }
        let known = AppFileNames(always: ["label", "kind", "left"], sometimes: ["name": ""])
        let say = fields["say"].flatMap { template($0, "\(what): say", known, []) }
        return .remaining(filter(fields, what, names, made), say: say, none: none(fields, what))
    }

    private mutating func none(_ fields: [String: Node], _ what: String) -> Template? {
        fields["none"].flatMap { template($0, "\(what): none", AppFileNames(always: []), []) }
    }

    private mutating func filter(
        _ fields: [String: Node], _ what: String, _ names: AppFileNames?, _ made: Set<String>
    ) -> ScheduleFilter {
        ScheduleFilter(
            kind: fields["kind"].flatMap { word($0, "\(what): kind") },
            name: fields["name"].flatMap { blankTemplate($0, "\(what): name", names, made) },
            length: fields["length"].flatMap { blankTemplate($0, "\(what): length", names, made) },
            which: fields["which"].flatMap { blankTemplate($0, "\(what): which", names, made) })
    }

    /// Reads a change of a list, or a look at it.
    mutating func list(_ node: Node, _ what: String, _ names: AppFileNames?, _ made: Set<String>) -> ListAction? {
        guard let fields = fields(node, what, .list) else { return nil }
        let changes = ["add", "remove", "clear"].filter { fields[$0] != nil }
        if changes.count > 1, let node = fields[changes[1]] {
            report(.unknownKey, node, "\(what): only one of \(Self.list(changes)) at a time")
        }
        var change = ListAction.Change.read
        if let node = fields["add"] {
            guard let entry = template(node, "\(what): add", names, made) else { return nil }
            change = .add(entry)
        } else if let node = fields["remove"] {
            guard let entry = template(node, "\(what): remove", names, made) else { return nil }
            change = .remove(entry)
        } else if let node = fields["clear"] {
            if case .text("true") = NodeKind(node) {} else { expected("\(what): clear must be true", node) }
            change = .clear
        }
        let none = fields["none"].flatMap { template($0, "\(what): none", names, made) }
        let and = fields["and"].flatMap { text($0, "\(what): and") } ?? Language.inUse.scheduleWords.and
        guard let name = fields["name"].flatMap({ self.name($0, "\(what): name") }) else { return nil }
        let isSeveral = fields["several"].map { boolean($0, "\(what): several") } ?? false
        if let node = fields["several"], fields["add"] == nil, fields["remove"] == nil {
            report(.unknownKey, node, "\(what): \"several\" goes with \"add\" or \"remove\"")
        }
        return ListAction(name, change, none: none, and: and, isSeveral: isSeveral)
    }

    /// Reads a template that may be empty.
    private mutating func blankTemplate(
        _ node: Node, _ what: String, _ names: AppFileNames?, _ made: Set<String>
    ) -> Template? {
        if case .text("") = NodeKind(node) { return nil }
        return template(node, what, names, made)
    }
}
