import SaybusMessages

/// The differences between two corresponding turns, apart from times. Pure.
struct TurnDifference: Sendable, Equatable {
    /// A compared property of a turn.
    enum Aspect: String, Sendable, CaseIterable {
        case transcript
        case intent
        case commands
        case outcome
    }

    /// One aspect in both turns, as text.
    struct Change: Sendable, Equatable {
        let aspect: Aspect
        let old: String
        let new: String
    }

    /// The differing aspects; empty if the turns are equal.
    let changes: [Change]

    init(_ old: RecordedTurn, _ new: RecordedTurn) {
        let isTranscribed = !old.beginsWithIntent && !new.beginsWithIntent
        changes = Aspect.allCases.filter { $0 != .transcript || isTranscribed }.compactMap { aspect in
            let (before, after) = (Self.text(aspect, old), Self.text(aspect, new))
            return before == after ? nil : Change(aspect: aspect, old: before, new: after)
        }
    }

    static func text(_ aspect: Aspect, _ turn: RecordedTurn) -> String {
        switch aspect {
        case .transcript:
            turn.transcript.map { transcript in
                transcript.emptyReason.map { "nothing (\($0.rawValue))" } ?? "\"\(transcript.text)\""
            } ?? "none"
        case .intent: turn.intent == nil ? "none" : turn.call?.description ?? "not understood"
        case .commands: turn.commands.isEmpty ? "none" : turn.commands.map(\.description).joined(separator: ", ")
        case .outcome: turn.end?.outcome.rawValue ?? "none"
        }
    }
}
