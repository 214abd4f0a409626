import SaybusDispatch
import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases
import SaybusSupport

/// A check for commands that are never sure enough, and for values that no sentence gives.
struct CertaintyCheck {
    /// The most values of a type that are checked.
    static let maximumValues = 200
    /// The sentences of a pattern that are tried.
    static let sentencesPerPattern = 4

    let file: String
    let app: App
    let map: AppFileMap
    private let catalog: Catalog
    private let matcher: PatternMatcher

    init(file: String, app: App, map: AppFileMap) {
        (self.file, self.app, self.map) = (file, app, map)
        catalog = app.catalog.unscoped
        matcher = PatternMatcher([catalog])
    }

    /// The findings, in no order.
    var findings: [AppFinding] { unsure + lost }

    // MARK: Thresholds

    /// The commands whose thresholds hardly any spoken sentence reaches.
    private var unsure: [AppFinding] {
        app.commands.compactMap { command in
            let thresholds = command.thresholds
            guard command.refuseBelow != nil || command.confirmBelow != nil, let best = certainty(of: command) else {
                return nil
            }
            let share = (best * 100).rounded() / 100
            let place = map.commands[command.type]
            if best < thresholds.refuseBelow {
                return AppFinding(
                    .unreachable, file, place,
                    "command \(command.type) is never carried out when it is spoken: its surest sentence reaches \(share), "
                        + "and refuse-below is \(thresholds.refuseBelow); give less, or patterns with more words of their own"
                )
            }
            // With 1, the author wants the question each time.
            guard best < thresholds.confirmBelow, thresholds.confirmBelow < Confidence.certain else { return nil }
            return AppFinding(
                .uncertain, file, place,
                "command \(command.type) is asked about each time that it is spoken: its surest sentence reaches \(share), "
                    + "and confirm-below is \(thresholds.confirmBelow); give less, or 1 if that is meant")
        }
    }

    /// Returns the greatest probability that a command was meant when a sentence of it was heard without doubt; nil
    /// when no sentence is understood.
    private func certainty(of command: App.Command) -> Double? {
        var sampler = SentenceSampler(catalog, seed: 1)
        let texts = Set(command.unconditionalPatterns.map(\.text))
        let patterns = catalog.commandPatterns.filter {
            $0.command.type == command.type && texts.contains($0.text)
        }
        return patterns.flatMap { pattern in
            (0..<Self.sentencesPerPattern).compactMap { _ -> Double? in
                guard let sentence = sampler.sentence(of: pattern) else { return nil }
                return matcher.match(sentence).first { $0.type == command.type }.map {
                    ConfidenceThresholds.certainty(of: $0.confidence, words: Confidence.certain)
                }
            }
        }.max()
    }

    // MARK: Values

    /// The values of lists that are said and not understood, or mean another value.
    private var lost: [AppFinding] {
        (catalog.slotTypes ?? []).indices.flatMap { index -> [AppFinding] in
            guard let type = catalog.slotTypes?[index], !type.values.isEmpty,
                let (command, pattern, name) = use(of: type.name)
            else { return [] }
            return type.values.prefix(Self.maximumValues).flatMap { value in
                value.waysToSay.prefix(Self.maximumValues).compactMap { words in
                    problem(words, of: value, type: index, command, pattern, name).map {
                        AppFinding(.unreachable, file, map.types[type.name], "type \(type.name): \($0)")
                    }
                }
            }
        }
    }

    /// Returns a pattern that always has a parameter of a type.
    private func use(of type: String) -> (App.Command, PhraseTemplate, name: String)? {
        for command in app.commands {
            let declared = Dictionary(
                command.slots.map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first })
            for pattern in command.unconditionalPatterns {
                let parameter = pattern.typedParameters(declared).first {
                    $0.type == type && !pattern.optionalParameters.contains($0.name)
                }
                if let parameter { return (command, pattern, parameter.name) }
            }
        }
        return nil
    }

    private func problem(
        _ words: String, of value: Catalog.SlotType.Value, type: Int, _ command: App.Command,
        _ pattern: PhraseTemplate, _ name: String
    ) -> String? {
        var single = catalog
        single.slotTypes?[type].values = [Catalog.SlotType.Value(value: words)]
        guard let sentence = single.example(of: [pattern.text], slots: command.slots) else { return nil }
        let meant = matcher.match(sentence).first { $0.type == command.type }
        let own = words == value.value ? "" : " for \"\(LogLine.clean(value.value, limit: 40))\""
        let quoted = "\"\(LogLine.clean(words, limit: 40))\"\(own) in \"\(LogLine.clean(sentence, limit: 80))\""
        guard let parameter = meant?.parameters[name] else { return "\(quoted) is not understood: word it differently" }
        let expected = value.number.map { Parameter.Value.number($0) } ?? .text(value.value)
        let candidates = parameter.resolution?.candidates?.map(\.value) ?? []
        if parameter.value == expected || candidates.contains(expected) { return nil }
        return "\(quoted) means \"\(LogLine.clean("\(parameter.value)", limit: 40))\": word one of them differently"
    }
}
