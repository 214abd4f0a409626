import SaybusMessages
import SaybusPhrases
import SaybusStage
import Synchronization

/// A controller of barge-in: it holds sequences while the user speaks, and ends or resumes them by the transcript.
///
/// Speech counts as a false alarm when no words follow within ``transcriptTimeout`` of its end, and the sequences are
/// resumed. Words that come later still end them.
final class BargeInController: Sendable {
    /// The time after the end of speech in which a transcript is awaited.
    static let transcriptTimeout = Duration.seconds(2)
    /// The time in which a transcript is awaited when no end of the speech is reported: that of the longest turn, for
    /// which the user may speak, and ``transcriptTimeout``.
    static let maximumSpeech =
        Duration.milliseconds(PCMFormat.speech.milliseconds(TurnReorderBuffer.maximumSamples)) + transcriptTimeout
    /// The maximum number of turns that are remembered after their deadlines.
    private static let maximumExpired = 64

    /// Speech whose transcript is awaited.
    private struct Speech {
        /// The turn of the speech; nil when the speech belongs to none.
        let turn: TurnID?
        var hasEnded = false
        /// The number that distinguishes a late deadline from the next one.
        var number = 0
        var deadline: Task<Void, Never>?
    }

    private struct State {
        var awaited: [Session: [Speech]] = [:]
        var lastNumber = 0
        /// The turns whose transcripts have not come in time, oldest first.
        var expired: [TurnID] = []

        /// Takes a turn whose transcript has come.
        /// - Returns: Whether other speech of the session is still awaited; nil when the turn has held nothing.
        mutating func take(_ turn: TurnID?, in session: Session) -> Bool? {
            if let index = awaited[session]?.firstIndex(where: { $0.turn == turn }) {
                remove(at: index, in: session)?.deadline?.cancel()
            } else if let index = expired.firstIndex(where: { $0 == turn }) {
                expired.remove(at: index)
            } else {
                return nil
            }
            return awaited[session] != nil
        }

        /// Takes the speech whose deadline has passed, and remembers its turn.
        /// - Returns: Whether no speech of the session is awaited any more; false for a deadline that was replaced.
        mutating func expire(_ number: Int, in session: Session) -> Bool {
            guard let index = awaited[session]?.firstIndex(where: { $0.number == number }) else { return false }
            if let turn = remove(at: index, in: session)?.turn { expired.append(turn) }
            if expired.count > BargeInController.maximumExpired { expired.removeFirst() }
            return awaited[session] == nil
        }

        private mutating func remove(at index: Int, in session: Session) -> Speech? {
            let speech = awaited[session]?.remove(at: index)
            if awaited[session]?.isEmpty == true { awaited[session] = nil }
            return speech
        }
    }

    private let player: SequencePlayer
    private let clock: any Clock<Duration>
    private let state = Mutex(State())

    init(player: SequencePlayer, clock: any Clock<Duration> = ContinuousClock()) {
        (self.player, self.clock) = (player, clock)
    }

    deinit {
        state.withLock { state in for speech in state.awaited.values.joined() { speech.deadline?.cancel() } }
    }

    /// Handles the start of speech.
    func began(in session: Session, turn: TurnID?) {
        // First, so that a former deadline, which may be over just now, does not end the hold.
        state.withLock { state in
            var speeches = state.awaited[session] ?? []
            // The beginning of new speech ends the former one, whose transcript may still come.
            for index in speeches.indices where speeches[index].turn != turn && !speeches[index].hasEnded {
                speeches[index].hasEnded = true
                startDeadline(of: &speeches[index], Self.transcriptTimeout, in: session, &state.lastNumber)
            }
            let index = speeches.firstIndex { $0.turn == turn } ?? speeches.endIndex
            if index == speeches.endIndex { speeches.append(Speech(turn: turn)) }
            speeches[index].hasEnded = false
            startDeadline(of: &speeches[index], Self.maximumSpeech, in: session, &state.lastNumber)
            state.awaited[session] = speeches
        }
        player.speechBegan(in: session)
    }

    /// Handles the end of speech.
    func ended(in session: Session, turn: TurnID?) {
        state.withLock { state in
            guard var speeches = state.awaited[session], let index = speeches.firstIndex(where: { $0.turn == turn })
            else { return }
            speeches[index].hasEnded = true
            startDeadline(of: &speeches[index], Self.transcriptTimeout, in: session, &state.lastNumber)
            state.awaited[session] = speeches
        }
    }

    /// Handles a transcript. The assistant's own words do not count as the user's, nor do those of speech that has held
    /// nothing.
    func understood(_ text: String, in session: Session, turn: TurnID?) {
        guard let goesOn = state.withLock({ $0.take(turn, in: session) }) else { return }
        let isOwn = OwnSpeech.repeats(text, spoken: player.spokenTexts(in: session))
        let hadWords = !text.allSatisfy(\.isWhitespace) && !isOwn
        // Without words, the speech that goes on decides.
        if hadWords || !goesOn { player.speechEnded(in: session, hadWords: hadWords, goesOn: goesOn) }
    }

    private func startDeadline(
        of speech: inout Speech, _ timeout: Duration, in session: Session, _ lastNumber: inout Int
    ) {
        speech.deadline?.cancel()
        lastNumber += 1
        speech.number = lastNumber
        speech.deadline = Task { [weak self, clock, number = lastNumber] in
            if (try? await clock.sleep(for: timeout)) != nil { self?.expire(number, in: session) }
        }
    }

    /// Handles a deadline that has passed without a transcript; a deadline that was replaced is ignored.
    func expire(_ number: Int, in session: Session) {
        let isOver = state.withLock { $0.expire(number, in: session) }
        if isOver { player.speechEnded(in: session, hadWords: false) }
    }
}
