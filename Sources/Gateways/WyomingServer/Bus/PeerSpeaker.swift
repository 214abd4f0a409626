import Logging
import SaybusAudioOutput
import SaybusExternalEngines
import SaybusMessages
import SaybusSupport

/// A peer's loudspeaker, which plays the speech of its conversation's sequences. Tones and files are left out, since
/// the peer has none of the audio stage's.
final class PeerSpeaker: Sendable {
    /// The rate that satellites play.
    static let rate = 22_050
    /// The most sequences that wait.
    private static let mostWaiting = 32
    /// The time after the end of speech in which the peer must say that it was played.
    private static let grace = Duration.seconds(3)

    private struct State {
        /// The sequences that wait or are being played.
        var open = 0
        /// The number of streams that the peer has played.
        var played = 0
        /// Whether the app expects an answer of the user.
        var expectsAnswer = false
    }

    private let peer: WyomingPeer
    private let synthesizer: any Synthesizer
    private let turns: PeerTurns
    private let logger: Logger
    private let state = Watched(State())
    private let sequences: AsyncStream<Message<AudioSequence>>
    private let continuation: AsyncStream<Message<AudioSequence>>.Continuation

    init(_ peer: WyomingPeer, _ synthesizer: any Synthesizer, _ turns: PeerTurns, logger: Logger) {
        (self.peer, self.synthesizer, self.turns, self.logger) = (peer, synthesizer, turns, logger)
        (sequences, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.mostWaiting))
    }

    /// Whether nothing is being played and nothing waits.
    var isSilent: Bool { state.value.open == 0 }

    /// Records that the app expects an answer, for which no wake word is needed.
    func expectAnswer() { state.change { $0.expectsAnswer = true } }

    /// Returns whether an answer is expected, once.
    func takeExpectedAnswer() -> Bool {
        state.change { state in
            defer { state.expectsAnswer = false }
            return state.expectsAnswer
        }
    }

    /// Records that the peer has played a stream to its end.
    func played() { state.change { $0.played += 1 } }

    /// Plays a sequence after those that wait.
    /// - Returns: False when too many wait.
    func play(_ sequence: Message<AudioSequence>) -> Bool {
        state.change { $0.open += 1 }
        if case .enqueued = continuation.yield(sequence) { return true }
        state.change { $0.open -= 1 }
        return false
    }

    /// Ends the loudspeaker. What waits is reported as not played.
    func close() { continuation.finish() }

    /// Plays until the loudspeaker is closed.
    func run() async {
        for await sequence in sequences {
            await play(sequence)
            state.change { $0.open -= 1 }
        }
    }

    private func play(_ sequence: Message<AudioSequence>) async {
        let header = sequence.header
        let speech = Self.speech(in: sequence.body.events)
        guard !speech.isEmpty else {
            turns.report(.started, of: header)
            return turns.report(.finished, of: header)
        }
        do {
            // The text is for the satellite's own services, such as a display.
            try await peer.send(.init(type: "synthesize", data: ["text": .string(sequence.body.spokenText)]))
            var voice = PeerVoice(peer, synthesizer, rate: Self.rate)
            let before = state.value.played
            var started: ContinuousClock.Instant?
            var duration = Duration.zero
            for speech in speech {
                duration += try await voice.speak(speech) {
                    guard started == nil else { return }
                    started = .now
                    turns.report(.started, of: header)
                }
            }
            try await voice.finish()
            // The stream is sent faster than it sounds.
            let end = (started ?? .now) + duration + Self.grace
            _ = await state.wait(within: end - .now) { $0.played > before }
            turns.report(.finished, of: header)
        } catch {
            logger.warning("a peer does not play", metadata: ["peer": "\(peer.name)", "error": "\(error)"])
            turns.report(.skipped, of: header, reason: "\(error)")
        }
    }

    private static func speech(in events: [AudioEvent]) -> [AudioEvent.Speech] {
        events.flatMap { event -> [AudioEvent.Speech] in
            switch event {
            case .speech(let speech): [speech]
            case .composite(let events): speech(in: events)
            case .tone, .file, .silence: []
            }
        }
    }
}
