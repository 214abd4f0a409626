import SaybusBus
import SaybusMessages
import SaybusPhrases
import Synchronization

/// A controller of barge-in: it holds sequences while the user speaks, and ends or resumes them by the transcript.
///
/// Speech is a false alarm when no words follow within ``transcriptTimeout`` of its end.
final class BargeIn: Sendable {
    /// The time after the end of speech in which a transcript is awaited.
    static let transcriptTimeout = Duration.seconds(2)
    /// The time in which a transcript is awaited when no end of the speech is reported.
    static let maximumSpeech = Duration.seconds(30)

    private let player: SequencePlayer
    private let clock: any Clock<Duration>
    private struct Deadline {
        var number: Int
        /// The turn of the speech; nil when the speech belongs to none.
        let turn: TurnID?
        var task: Task<Void, Never>
    }
    /// The deadlines by session. Their numbers distinguish a late deadline from the next one.
    private let deadlines = Mutex<(next: Int, all: [Session: Deadline])>((0, [:]))

    init(player: SequencePlayer, clock: any Clock<Duration> = ContinuousClock()) {
        (self.player, self.clock) = (player, clock)
    }

    deinit { deadlines.withLock { $0.all.values.forEach { $0.task.cancel() } } }

    /// Handles the start of speech.
    func began(in session: Session, turn: TurnID?) {
        // First, so that a former deadline, which may be over just now, does not end the hold.
        startDeadline(session, turn, timeout: Self.maximumSpeech)
        player.speechBegan(in: session)
    }

    /// Handles the end of speech.
    func ended(in session: Session, turn: TurnID?) {
        guard awaits(turn, in: session) else { return }
        startDeadline(session, turn, timeout: Self.transcriptTimeout)
    }

    /// Handles a transcript. The assistant's own words do not count as the user's, nor do those of earlier speech, for
    /// the user speaks on.
    func understood(_ text: String, in session: Session, turn: TurnID?) {
        guard awaits(turn, in: session), let deadline = deadlines.withLock({ $0.all.removeValue(forKey: session) })
        else { return }
        deadline.task.cancel()
        let isOwn = OwnSpeech.repeats(text, spoken: player.spokenTexts(in: session))
        player.speechEnded(in: session, hadWords: !text.allSatisfy(\.isWhitespace) && !isOwn)
    }

    /// Returns whether the outcome of a turn's speech is awaited.
    private func awaits(_ turn: TurnID?, in session: Session) -> Bool {
        deadlines.withLock { deadlines in deadlines.all[session].map { $0.turn == turn } ?? false }
    }

    private func startDeadline(_ session: Session, _ turn: TurnID?, timeout: Duration) {
        let clock = clock
        let former = deadlines.withLock { deadlines in
            deadlines.next += 1
            let number = deadlines.next
            let task = Task { [weak self] in
                if (try? await clock.sleep(for: timeout)) != nil { self?.expire(number, in: session) }
            }
            return deadlines.all.updateValue(Deadline(number: number, turn: turn, task: task), forKey: session)
        }
        former?.task.cancel()
    }

    /// Handles a deadline that has passed without a transcript; a deadline that was replaced is ignored.
    func expire(_ number: Int, in session: Session) {
        let isDue = deadlines.withLock { deadlines in
            guard deadlines.all[session]?.number == number else { return false }
            deadlines.all[session] = nil
            return true
        }
        if isDue { player.speechEnded(in: session, hadWords: false) }
    }
}
