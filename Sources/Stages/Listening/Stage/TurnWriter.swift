import SaybusBus
import SaybusMessages

/// A publisher of the messages of one turn: its start, its audio in chunks, and its end.
struct TurnWriter: Sendable {
    /// The number of samples of a chunk: 60 ms, which keeps the transcriber up to date with 17 messages a second.
    private static let chunk = PCMFormat.speech.samples(.milliseconds(60))

    let turn = TurnID()
    private let bus: Bus
    private let session: Session
    private var pending: [Int16] = []
    private var index = 0
    private var samples = 0

    init(bus: Bus, session: Session) { (self.bus, self.session) = (bus, session) }

    /// Opens the turn.
    /// - Returns: The published messages, to be kept.
    mutating func start(_ started: SpeechStarted, samples: [Int16]) throws -> [RawMessage] {
        [try publish(started)] + (try append(samples))
    }

    /// Adds audio, and publishes all full chunks.
    mutating func append(_ samples: [Int16]) throws -> [RawMessage] {
        pending += samples
        self.samples += samples.count
        var published: [RawMessage] = []
        while pending.count >= Self.chunk {
            published.append(try send(Array(pending.prefix(Self.chunk)), isLast: false))
            pending.removeFirst(Self.chunk)
        }
        return published
    }

    /// Closes the turn.
    mutating func end(_ reason: SpeechEnded.Reason) throws -> [RawMessage] {
        let last = try send(pending, isLast: true)
        pending = []
        return [
            last,
            try publish(SpeechEnded(durationMs: PCMFormat.speech.milliseconds(samples), reason: reason, chunks: index)),
        ]
    }

    private mutating func send(_ samples: [Int16], isLast: Bool) throws -> RawMessage {
        defer { index += 1 }
        return try publish(AudioInput(index: index, isLast: isLast, samples: PCM.bytes(samples)))
    }

    /// Publishes a message about the turn.
    @discardableResult
    func publish(_ body: some BusMessage) throws -> RawMessage {
        var header = try bus.publish(body, session: session, turn: turn)
        let bytes = try body.wire(header: &header)
        return RawMessage(header: header, body: bytes)
    }
}
