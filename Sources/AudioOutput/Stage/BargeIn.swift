import Bus
import Messages
import Phrases
import Synchronization

/// Holds what sounds while the user speaks, and decides what becomes of it by what he said.
///
/// A false alarm is one that no words follow within ``patience`` of its end.
final class BargeIn: Sendable {
    /// How long after the end of speech words are awaited.
    static let patience = Duration.seconds(2)
    /// How long they are awaited when no end of the speech is told.
    static let longestSpeech = Duration.seconds(30)

    private let player: SequencePlayer
    private let clock: any Clock<Duration>
    /// The deadlines, by session.
    private let deadlines = Mutex<[Session: Task<Void, Never>]>([:])

    init(player: SequencePlayer, clock: any Clock<Duration> = ContinuousClock()) {
        (self.player, self.clock) = (player, clock)
    }

    deinit { deadlines.withLock { $0.values.forEach { $0.cancel() } } }

    /// The user begins to speak.
    func began(in session: Session) {
        let isHeld = player.speechBegan(in: session)
        // Also when he goes on after a short silence: the earlier deadline would release what is held amid his words.
        if isHeld || deadlines.withLock({ $0[session] }) != nil { expect(session, within: Self.longestSpeech) }
    }

    /// The user has stopped speaking.
    func ended(in session: Session) {
        if deadlines.withLock({ $0[session] }) != nil { expect(session, within: Self.patience) }
    }

    /// What was understood. The assistant's own words are none of the user's.
    func understood(_ text: String, in session: Session) {
        guard let deadline = deadlines.withLock({ $0.removeValue(forKey: session) }) else { return }
        deadline.cancel()
        let isOwn = OwnSpeech.repeats(text, spoken: player.spokenTexts(in: session))
        player.speechEnded(in: session, hadWords: !text.allSatisfy(\.isWhitespace) && !isOwn)
    }

    private func expect(_ session: Session, within patience: Duration) {
        let clock = clock
        let deadline = Task { [weak self] in
            guard (try? await clock.sleep(for: patience)) != nil, let self else { return }
            // Cancelled by words that came in the same moment.
            guard !Task.isCancelled else { return }
            self.deadlines.withLock { $0[session] = nil }
            self.player.speechEnded(in: session, hadWords: false)
        }
        deadlines.withLock { $0.updateValue(deadline, forKey: session) }?.cancel()
    }
}
