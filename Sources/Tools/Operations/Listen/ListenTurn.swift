import SaybusBus
import SaybusMessages
import SaybusSupport
import SaybusTerminal

/// The turn that a button of a listening stage begins. Its steps are printed as they come.
struct ListenTurn {
    /// A change on which the command acts.
    enum Change {
        /// The stage has taken the button.
        case taken
        /// The user has begun to speak.
        case began
        /// The turn is over.
        case ended(TurnEnded)
    }

    private let button: MessageID
    private let output: TextOutput
    private var isTaken = false
    private var record: AskRecord?
    private var clock: TurnClock?
    private var heard: PartialLine

    /// Creates a turn that has not begun.
    /// - Parameters:
    ///   - button: The request with which the button was pressed.
    ///   - output: Gets the steps.
    init(of button: MessageID, output: TextOutput) {
        (self.button, self.output) = (button, output)
        heard = PartialLine(output)
    }

    /// Whether the user has begun to speak.
    var hasBegun: Bool { record != nil }

    /// Prints the step that a message reports.
    mutating func observe(_ header: Header, _ body: any BusMessage) -> Change? {
        if let receipt = body as? Receipt, receipt.problem == nil, header.causes.contains(button), !isTaken {
            isTaken = true
            return .taken
        }
        guard let turn = header.turn else { return nil }
        let begins = record == nil && body is SpeechStarted
        if begins {
            record = AskRecord(turn: turn, text: "", start: header.at)
            clock = TurnClock(start: header.at, steady: SteadyClock.microseconds())
        }
        guard record?.turn == turn, let start = record?.start else { return nil }
        var header = header
        if let elapsed = clock?.elapsed(to: header.at, steady: SteadyClock.microseconds()) {
            header.at = start &+ elapsed
        }
        if let partial = body as? SpeechPartial {
            heard.show(partial.text)
            return nil
        }
        heard.clear()
        if let transcript = body as? SpeechTranscript, !transcript.text.isEmpty {
            AskStep(header, since: start, "\"\(transcript.text)\"").print(to: output)
        }
        if let step = record?.observe(header, body) { step.print(to: output) }
        if let end = record?.end { return .ended(end) }
        return begins ? .began : nil
    }

    /// Removes the words that are heard so far from the terminal.
    mutating func clear() { heard.clear() }
}
