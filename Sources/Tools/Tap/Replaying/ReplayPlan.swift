import SaybusMessages

/// A selection of the recorded messages to replay, and of the stages that they need. Pure.
///
/// Only a turn's input is replayed; the running stages produce everything that follows from it. A typed turn
/// has no audio, so its transcript is its input, wherever the replay begins.
struct ReplayPlan: Sendable {
    /// The stage whose messages are replayed; the stages after it must be running.
    enum Start: String, Sendable, CaseIterable {
        case listen
        case transcribe
        case intent

        var kinds: Set<Kind> {
            switch self {
            case .listen: [SpeechStarted.kind, AudioInput.kind, SpeechEnded.kind]
            case .transcribe: [SpeechTranscript.kind]
            case .intent: [SpeechIntent.kind]
            }
        }

        var roles: [Role] {
            switch self {
            case .listen: [.transcribe, .intent, .dispatch]
            case .transcribe: [.intent, .dispatch]
            case .intent: [.dispatch]
            }
        }

        /// The kind of the last message of a turn's input.
        var closing: Kind {
            switch self {
            case .listen: SpeechEnded.kind
            case .transcribe: SpeechTranscript.kind
            case .intent: SpeechIntent.kind
            }
        }
    }

    /// The reason that a turn is not replayed.
    enum SkipReason: Equatable, CaseIterable {
        /// The listen stage withdrew the utterance.
        case withdrawn
        /// The turn was recorded with `--no-audio`.
        case soundLeftOut
        /// The recording lacks the beginning or the end of speech.
        case incomplete
        /// The recording lacks the turn's input.
        case noInput
    }

    /// The kinds about the stages and the bus themselves, which no other program can publish for them.
    static let neverReplayed: Set<Kind> = [StageStatus.kind, Catalog.kind, Receipt.kind, Barrier.kind]
    /// The kinds that stages publish again when they receive the same input.
    private static let reproduced: Set<Kind> = neverReplayed.union([
        SpeechStarted.kind, AudioInput.kind, SpeechEnded.kind, SpeechPartial.kind, SpeechTranscript.kind,
        SpeechIntent.kind, CommandInvoked.kind, CommandResponse.kind, VoiceRequestStatus.kind, AudioSequence.kind,
        AudioPlayback.kind, AudioOutput.kind, TurnEnded.kind,
    ])

    let start: Start
    /// The only kinds to replay, as they were recorded; nil replays the turns' inputs.
    let only: Set<Kind>?

    /// Returns the roles that must be ready to replay these turns, in the order in which a turn passes them.
    func roles(for turns: [RecordedTurn]) -> [Role] {
        if let only { return Start.allCases.first { !$0.kinds.isDisjoint(with: only) }?.roles ?? [] }
        let starts = Set(turns.filter { skipReason(for: $0) == nil }.map { start(of: $0) })
        return Start.allCases.first(where: starts.contains)?.roles ?? []
    }

    /// All kinds that may be replayed.
    var kinds: Set<Kind> { only ?? start.kinds.union([SpeechTranscript.kind]) }

    /// Returns the stage whose messages of a turn are replayed: ``start``, or transcribe for a typed turn.
    private func start(of turn: RecordedTurn) -> Start { start == .listen && turn.isTyped ? .transcribe : start }

    /// Returns whether a stored message is published again: a delivered one of a chosen kind, in a turn that can be
    /// replayed.
    func admits(_ stored: StoredMessage, of turn: RecordedTurn?) -> Bool {
        guard stored.fate == .delivered else { return false }
        let kind = stored.message.header.kind
        if let only { return only.contains(kind) && !stored.isBodyLeftOut }
        guard let turn, skipReason(for: turn) == nil else { return false }
        return start(of: turn).kinds.contains(kind)
    }

    /// Returns the reason that a turn is not replayed; nil if it is.
    func skipReason(for turn: RecordedTurn) -> SkipReason? {
        guard only == nil else { return nil }
        switch start(of: turn) {
        case .listen:
            if turn.isWithdrawn { return .withdrawn }
            if !turn.hasSpeechStart || turn.speechEnded == nil { return .incomplete }
            return turn.chunksLeftOut > 0 ? .soundLeftOut : turn.chunks == 0 ? .noInput : nil
        case .transcribe: return turn.transcript == nil ? .noInput : nil
        case .intent: return turn.intent == nil ? .noInput : nil
        }
    }

    /// Returns whether a turn's sound is replayed.
    func playsSound(of turn: RecordedTurn) -> Bool {
        only == nil && start(of: turn) == .listen && skipReason(for: turn) == nil
    }

    /// Returns the kind of the last message of a turn's input; nil if the replayed kinds do not lead to a
    /// turn's end.
    func closing(of turn: RecordedTurn) -> Kind? {
        guard let only else { return start(of: turn).closing }
        return Start.allCases.map(\.closing).first { only.contains($0) }
    }

    /// Returns the kinds of a recording that are neither replayed nor produced by the stages.
    func leftOut(_ counts: [Kind: Int]) -> [(kind: Kind, count: Int)] {
        counts.filter {
            !kinds.contains($0.key) && !Self.reproduced.contains($0.key) && !$0.key.rawValue.hasPrefix("shadow.")
        }
        .sorted { $0.key.rawValue < $1.key.rawValue }.map { ($0.key, $0.value) }
    }
}
