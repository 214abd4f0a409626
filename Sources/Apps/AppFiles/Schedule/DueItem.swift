import SaybusMessages

/// An item that is due: what is said, played and done for it, by the app's file and by how late it is. Pure.
struct DueItem {
    let id: Int64
    let item: ScheduledItem
    /// The time since it was due, in seconds.
    private let late: Double
    private let app: App
    /// Its entry in the app's file; nil when the file has it no more.
    private let schedule: Schedule?
    private let sentences: ScheduleSentences

    /// Describes an item.
    /// - Parameters:
    ///   - id: Its number.
    ///   - item: The item.
    ///   - late: The time since it was due, in seconds.
    ///   - app: The app by its file.
    init(_ id: Int64, _ item: ScheduledItem, late: Double, in app: App) {
        (self.id, self.item, self.late, self.app) = (id, item, late, app)
        (schedule, sentences) = (app.schedule(of: item), ScheduleSentences(app))
    }

    /// The words that name the item.
    var announcement: AudioEvent { .speech(.init(sentences.due(item))) }

    /// The words about the lateness; empty when it is hardly late.
    var lateness: [AudioEvent] {
        late > AppSchedule.lateness.told ? [.speech(.init(sentences.late(item, by: late, schedule?.late)))] : []
    }

    /// The actions. An entry that is no more is announced instead, unless the words about the lateness do so.
    var actions: [Action] {
        if let schedule { return schedule.actions }
        return late > AppSchedule.lateness.told ? [] : [.speak(Speech(Template(literal: sentences.due(item))))]
    }

    /// The sounds with which it rings; empty when it is too late to ring.
    var sounds: [AudioEvent] {
        isTooLate ? [] : (schedule?.ring ?? Schedule.defaultRing).audioEvents()
    }

    /// The time after which it rings no more.
    var ringTime: Duration { schedule?.ringTime ?? Schedule.defaultRingTime }

    /// The actions after a failed one.
    var failed: [Action] { schedule?.failed ?? [] }

    /// The reason not to run the actions; nil for none.
    var omission: DueWork.Omission? {
        if schedule == nil, item.work?.hasEffect == true { return .gone }
        return isTooLate && !actions.allSatisfy(\.isRepeatable) ? .late : nil
    }

    /// The values for the actions.
    var values: ActionValues {
        var values = item.values
        for (name, text) in sentences.values(of: item) { values[name] = .text(text) }
        return values
    }

    /// Returns the plan of some of the actions.
    func plan(of actions: [Action]) -> ActionPlan {
        ActionPlan(actions, failed: failed, values: values, folder: app.folder)
    }

    private var isTooLate: Bool { late > AppSchedule.lateness.silent }
}
