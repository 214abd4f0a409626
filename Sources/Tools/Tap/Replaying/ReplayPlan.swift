import SaybusMessages

/// Which recorded messages are played again, and what has to be there for it. Pure.
///
/// A turn's input is played, never what came of it: today's stages say that anew. A turn that was typed has no sound, so its transcript is its
/// input, wherever the replay begins.
struct ReplayPlan: Sendable {
    /// Whose messages are played again; the stages after it do their work.
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

        var roles: [String] {
            switch self {
            case .listen: ["transcribe", "intent", "dispatch"]
            case .transcribe: ["intent", "dispatch"]
            case .intent: ["dispatch"]
            }
        }

        /// With this, all of a turn's input is out.
        var closing: Kind {
            switch self {
            case .listen: SpeechEnded.kind
            case .transcribe: SpeechTranscript.kind
            case .intent: SpeechIntent.kind
            }
        }
    }

    /// Why a turn is not played.
    enum SkipReason: Equatable, CaseIterable {
        case withdrawn
        case soundLeftOut
        case incomplete
        case nothing
    }

    /// What stages say of themselves, and what the bus does for itself: nobody can say it for them.
    static let neverReplayed: Set<Kind> = [StageStatus.kind, Catalog.kind, Receipt.kind, Barrier.kind]
    /// What stages say anew when they get the same input.
    private static let reproduced: Set<Kind> = neverReplayed.union([
        SpeechStarted.kind, AudioInput.kind, SpeechEnded.kind, SpeechPartial.kind, SpeechTranscript.kind,
        SpeechIntent.kind, CommandInvoked.kind, CommandResponse.kind, VoiceRequestStatus.kind, AudioSequence.kind,
        AudioPlayback.kind, AudioOutput.kind, TurnEnded.kind,
    ])

    let start: Start
    /// Only these kinds, as they were recorded; nil plays the turns' inputs.
    let only: Set<Kind>?

    /// The roles that must be ready to play these turns, in their order.
    func roles(for turns: [RecordedTurn]) -> [String] {
        if let only { return Start.allCases.first { !$0.kinds.isDisjoint(with: only) }?.roles ?? [] }
        let starts = Set(turns.filter { skipReason(for: $0) == nil }.map { start(of: $0) })
        return Start.allCases.first(where: starts.contains)?.roles ?? []
    }

    /// All kinds that may be played.
    var kinds: Set<Kind> { only ?? start.kinds.union([SpeechTranscript.kind]) }

    /// Whose messages of a turn are played: those of ``start``, or its transcript if it was typed.
    private func start(of turn: RecordedTurn) -> Start { start == .listen && turn.isTyped ? .transcribe : start }

    /// Whether a message is played.
    func admits(_ stored: StoredMessage, of turn: RecordedTurn?) -> Bool {
        guard stored.fate == .delivered else { return false }
        let kind = stored.message.header.kind
        if let only { return only.contains(kind) && !stored.isBodyLeftOut }
        guard let turn, skipReason(for: turn) == nil else { return false }
        return start(of: turn).kinds.contains(kind)
    }

    /// Why a turn cannot be played; nil when it can.
    func skipReason(for turn: RecordedTurn) -> SkipReason? {
        guard only == nil else { return nil }
        switch start(of: turn) {
        case .listen:
            if turn.isWithdrawn { return .withdrawn }
            if turn.speechEnded == nil { return .incomplete }
            return turn.chunksLeftOut > 0 ? .soundLeftOut : turn.chunks == 0 ? .nothing : nil
        case .transcribe: return turn.transcript == nil ? .nothing : nil
        case .intent: return turn.intent == nil ? .nothing : nil
        }
    }

    /// The kind with which all of a turn's input is out; nil when no end of the turn comes of it.
    func closing(of turn: RecordedTurn) -> Kind? {
        guard let only else { return start(of: turn).closing }
        return Start.allCases.map(\.closing).first { only.contains($0) }
    }

    /// What is in a recording and is not played, though no stage says it anew.
    func leftOut(_ counts: [Kind: Int]) -> [(kind: Kind, count: Int)] {
        counts.filter {
            !kinds.contains($0.key) && !Self.reproduced.contains($0.key) && !$0.key.rawValue.hasPrefix("shadow.")
        }
        .sorted { $0.key.rawValue < $1.key.rawValue }.map { ($0.key, $0.value) }
    }
}
