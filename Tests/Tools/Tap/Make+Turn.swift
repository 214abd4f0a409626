import SaybusBus
import SaybusMessages

@testable import SaybusTap

/// The messages of a turn, with a time for each message and each stamp.
struct TurnScript {
    let turn: TurnID
    let session: Session
    private(set) var messages: [RawMessage] = []
    private var offset: UInt64 = 0

    init(turn: TurnID = TurnID(), session: Session = .default) { (self.turn, self.session) = (turn, session) }

    /// Adds a message. Times are in microseconds after ``Make/at``.
    /// - Returns: Its id.
    @discardableResult
    mutating func add<Body: BusMessage>(
        _ body: Body, from source: String, at: Int64, stamped: Int64? = nil, causes: [MessageID] = []
    ) throws -> MessageID {
        offset += 1
        var message = try Make.message(
            body, from: source, session: session, turn: turn, sequence: messages.count, at: Make.at + at)
        message.header.causes = causes
        message.stamp = Stamp(offset: offset, epoch: 1, at: Make.at + (stamped ?? at))
        messages.append(message)
        return message.header.id
    }

    /// Returns a spoken turn: 500 ms from the end of speech to the first sound, 400 ms of them in the
    /// recognizer.
    static func spoken(turn: TurnID = TurnID(), session: Session = .default) throws -> TurnScript {
        var script = TurnScript(turn: turn, session: session)
        try script.add(SpeechStarted(positionMs: 0), from: "listen/one", at: -900_000)
        let chunk = try script.add(
            AudioInput(index: 0, isLast: true, samples: [0, 0]), from: "listen/one", at: -800_000)
        try script.add(
            SpeechPartial(text: "set", revision: 0), from: "transcribe/one", at: -500_000, causes: [chunk])
        let ended = try script.add(
            SpeechEnded(durationMs: 900, reason: .silence, chunks: 1), from: "listen/one", at: 0, stamped: 10_000)
        let transcript = try script.add(
            SpeechTranscript(text: "set a timer", engine: "test"), from: "transcribe/one", at: 410_000,
            stamped: 420_000,
            causes: [ended])
        let intent = try script.add(
            SpeechIntent(text: "set a timer", hypotheses: [], engine: "test"), from: "intent/one", at: 430_000,
            stamped: 440_000, causes: [transcript])
        try script.add(
            CommandInvoked(app: "kitchen", type: "SetTimer", parameters: [:], confidence: 1, text: "set a timer"),
            from: "dispatch/one", at: 445_000, stamped: 446_000, causes: [intent])
        let sequence = try script.add(
            AudioSequence([]), from: "dispatch/one", at: 450_000, stamped: 460_000, causes: [intent])
        try script.add(
            AudioPlayback(sequence: sequence, state: .started), from: "audio/one", at: 500_000, stamped: 510_000,
            causes: [sequence])
        try script.add(
            AudioPlayback(sequence: sequence, state: .finished), from: "audio/one", at: 2_500_000, causes: [sequence])
        try script.add(TurnEnded(outcome: .handled), from: "dispatch/one", at: 2_600_000, causes: [intent])
        return script
    }
}

extension ViewContext {
    /// Returns a context at a number of microseconds after ``Make/at``.
    static func after(_ microseconds: Int64, columns: Int? = nil) -> ViewContext {
        ViewContext(steady: 1_000_000_000 + microseconds, wall: Make.at + microseconds, columns: columns)
    }
}

extension LiveView {
    /// Returns the lines for messages that are received at the times of their stamps.
    mutating func receive(_ messages: [RawMessage], columns: Int? = nil) -> [TapLine] {
        messages.flatMap { message in
            receive(.message(message), in: .after((message.stamp?.at ?? Make.at) - Make.at, columns: columns))
        }
    }
}
