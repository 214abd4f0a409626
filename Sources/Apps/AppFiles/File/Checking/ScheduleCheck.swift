import SaybusMessages
import SaybusPatternMatching

/// A check for timers and alarms whose time is of the wrong type, such as a time of day as the length of a timer.
struct ScheduleCheck {
    /// The sentences of a pattern that are tried before the command counts as one that never works: few numbers are an
    /// hour and a minute.
    static let sentencesPerPattern = 32
    /// The sentences of a pattern that are tried in any case. In some, an optional time is left out.
    private static let minimumSentences = 4
    /// The words that are said for free text.
    private static let freeText = "xylophone"

    let file: String
    let app: App
    let map: AppFileMap

    /// The findings: the first time of each command that no tried sentence can schedule, in the order of the commands.
    var findings: [AppFinding] {
        let catalog = app.catalog.unscoped
        let matcher = PatternMatcher([catalog])
        return app.commands.compactMap { command -> AppFinding? in
            guard let problem = problem(of: command, catalog, matcher) else { return nil }
            return AppFinding(
                .unreachable, file, map.commands[command.type], "command \(command.type) never works: \(problem)")
        }
    }

    /// Returns the reason why no tried sentence of a command can schedule what one of its actions schedules; nil when
    /// there is none.
    private func problem(of command: App.Command, _ catalog: Catalog, _ matcher: PatternMatcher) -> StoreError? {
        let actions = command.actions.filter(\.isScheduling)
        guard !actions.isEmpty else { return nil }
        var sampler = SentenceSampler(catalog, seed: 1, open: [Self.freeText])
        let patterns = catalog.commandPatterns.filter { $0.command.type == command.type }
        var values: [ActionValues] = []
        var problem: StoreError?
        for count in 1...Self.sentencesPerPattern {
            for pattern in patterns {
                guard let sentence = sampler.sentence(of: pattern),
                    let more = Self.values(of: command, in: sentence, matcher)
                else { continue }
                values.append(more)
            }
            problem = actions.compactMap { Self.problem(of: $0, values) }.first
            if problem == nil, count >= Self.minimumSentences { return nil }
        }
        return problem
    }

    /// Returns the values of a command in a sentence; nil when it does not mean the command, or has free text, which
    /// may be of any form.
    private static func values(
        of command: App.Command, in sentence: String, _ matcher: PatternMatcher
    ) -> ActionValues? {
        guard let meant = matcher.match(sentence).first(where: { $0.type == command.type }),
            !meant.parameters.values.contains(where: { $0.words.contains(freeText) })
        else { return nil }
        return ActionValues(meant.parameters, types: command.parameterTypes, language: command.language)
    }

    /// Returns the first reason why an action cannot schedule anything with any of some values; nil when one can, or
    /// none is complete.
    private static func problem(of action: Action, _ values: [ActionValues]) -> StoreError? {
        var first: StoreError?
        for values in values {
            // Values that are known only when the command is carried out are not judged.
            guard case .set(let order)? = try? action.memoryRequest(values) else { continue }
            do throws(StoreError) {
                try order.checkTypes()
                return nil
            } catch {
                if error.code != .badValue { return nil }
                first = first ?? error
            }
        }
        return first
    }
}

extension Action {
    /// Whether the action schedules a timer or an alarm.
    fileprivate var isScheduling: Bool { if case .schedule = self { true } else { false } }
}

extension ScheduleOrder {
    /// Reads the texts of the time.
    /// - Throws: ``StoreError`` for one that is no length, no time of day or no day.
    fileprivate func checkTypes() throws(StoreError) {
        switch time {
        case .after(let text), .everyLength(let text): _ = try Self.length(text)
        case .at(let text, let day, _, _):
            _ = try Self.second(text)
            if let day, !day.isEmpty { _ = try Self.day(day, today: 0) }
        case .everyDay(let text, let days):
            _ = try Self.second(text)
            if let days { _ = try Self.weekdays(days) }
        }
    }
}
