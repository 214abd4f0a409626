import SaybusBus
import SaybusMessages
import SaybusPhrases
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
    private struct Deadline {
        var number: Int
        var task: Task<Void, Never>
    }
    /// The deadlines, by session, each with a number: one that has come too late must not be taken for the next one.
    private let deadlines = Mutex<(next: Int, all: [Session: Deadline])>((0, [:]))

    init(player: SequencePlayer, clock: any Clock<Duration> = ContinuousClock()) {
        (self.player, self.clock) = (player, clock)
    }

    deinit { deadlines.withLock { $0.all.values.forEach { $0.task.cancel() } } }

    /// The user begins to speak.
    func began(in session: Session) {
        let isHeld = player.speechBegan(in: session)
        // Also when he goes on after a short silence: the earlier deadline would release what is held amid his words.
        if isHeld || isExpecting(session) { expect(session, within: Self.longestSpeech) }
    }

    /// The user has stopped speaking.
    func ended(in session: Session) {
        if isExpecting(session) { expect(session, within: Self.patience) }
    }

    /// What was understood. The assistant's own words are none of the user's.
    func understood(_ text: String, in session: Session) {
        guard let deadline = deadlines.withLock({ $0.all.removeValue(forKey: session) }) else { return }
        deadline.task.cancel()
        let isOwn = OwnSpeech.repeats(text, spoken: player.spokenTexts(in: session))
        player.speechEnded(in: session, hadWords: !text.allSatisfy(\.isWhitespace) && !isOwn)
    }

    private func isExpecting(_ session: Session) -> Bool { deadlines.withLock { $0.all[session] != nil } }

    private func expect(_ session: Session, within patience: Duration) {
        let clock = clock
        let former = deadlines.withLock { deadlines in
            deadlines.next += 1
            let number = deadlines.next
            let task = Task { [weak self] in
                if (try? await clock.sleep(for: patience)) != nil { self?.missed(number, in: session) }
            }
            return deadlines.all.updateValue(Deadline(number: number, task: task), forKey: session)
        }
        former?.task.cancel()
    }

    /// No words have come in time.
    func missed(_ number: Int, in session: Session) {
        let isDue = deadlines.withLock { deadlines in
            guard deadlines.all[session]?.number == number else { return false }
            deadlines.all[session] = nil
            return true
        }
        if isDue { player.speechEnded(in: session, hadWords: false) }
    }
}
