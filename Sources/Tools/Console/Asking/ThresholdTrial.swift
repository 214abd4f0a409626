import SaybusDispatch
import SaybusMessages
import SaybusTap

/// Recorded turns with the certainty by which thresholds judge them.
enum ThresholdTrial {
    /// The most turns, the newest ones.
    static let maximumTurns = 2000

    /// Returns the turns of recordings, and the thresholds of their commands that are in use.
    /// - Parameters:
    ///   - utterances: The turns, in any order.
    ///   - catalogs: The catalogs of the running apps, which declare thresholds.
    static func result(_ utterances: [RecordingView.Utterance], _ catalogs: [Catalog]) -> JSONValue {
        // A replay's recording repeats turns of another one under new ids; a recording that was copied, under the same.
        var seen: Set<TurnID> = []
        let sorted = utterances.sorted { $0.began > $1.began }.filter { seen.insert($0.turn).inserted }
        let newest = sorted.prefix(maximumTurns)
        let turns = newest.map { utterance -> JSONValue in
            var members: [String: JSONValue] = [
                "turn": .string("\(utterance.turn)"), "session": .string(utterance.session.rawValue),
                "began": .integer(utterance.began), "text": .string(utterance.transcript.text),
                "words": .number(utterance.transcript.confidence),
            ]
            if let outcome = utterance.outcome { members["outcome"] = .string(outcome.rawValue) }
            if let hypothesis = utterance.hypothesis {
                members["app"] = .string(hypothesis.app)
                members["type"] = .string(hypothesis.type)
                members["confidence"] = .number(hypothesis.confidence)
                members["certainty"] = .number(
                    ConfidenceThresholds.certainty(
                        of: hypothesis.confidence, words: utterance.transcript.confidence))
            }
            return .object(members)
        }
        let named = Set(newest.compactMap { $0.hypothesis.map { "\($0.app)\u{0}\($0.type)" } })
        let thresholds = catalogs.flatMap { catalog in
            catalog.commands.filter { named.contains("\(catalog.app)\u{0}\($0.type)") }.map { command -> JSONValue in
                let thresholds = ConfidenceThresholds.effect.overridden(by: command)
                return [
                    "app": .string(catalog.app), "type": .string(command.type),
                    "confirmBelow": .number(thresholds.confirmBelow), "refuseBelow": .number(thresholds.refuseBelow),
                ]
            }
        }
        return [
            "turns": .array(turns), "more": .integer(Int64(sorted.count - newest.count)),
            "thresholds": .array(thresholds),
            "standard": [
                "confirmBelow": .number(ConfidenceThresholds.effect.confirmBelow),
                "refuseBelow": .number(ConfidenceThresholds.effect.refuseBelow),
            ],
        ]
    }
}
