import SaybusMessages
import SaybusSupport

/// A maker of frames for a live bus, from a seed: messages of all kinds, most of them with one field changed.
///
/// Each message has its own id and a source of ``sources``, and belongs to one of ``sessions``. What the messages say
/// is well-formed often enough that stages act on it, which brings them into unusual states.
public struct MessageMutator {
    /// The sessions that the messages name.
    let sessions: [Session]
    /// The sources of the messages. None is that of a program.
    static let sources: [Source] = [
        Role.console, .listen, .transcribe, .intent, .dispatch, .app, .audio, .tap, Role("other"),
    ].flatMap { role in (0..<2).compactMap { Source(role: role, instance: "fuzz-\($0)") } }

    private var generator: SplitMix
    private let examples: [RawMessage]
    private var sequence = 0
    /// Turns and messages of late, to which later messages refer.
    private var turns: [TurnID] = []
    private var messages: [MessageID] = []

    /// Creates a mutator whose changes follow from the seed.
    public init(sessions: [Session], seed: UInt64) {
        (self.sessions, generator) = (sessions, SplitMix(seed: seed))
        examples = MessageCatalog.all.flatMap { MessageDecoder.examples($0) }
    }

    /// Returns the frames of the next message.
    /// - Parameter now: Unix time in microseconds.
    public mutating func next(now: Int64) -> [[UInt8]] {
        guard var message = examples.randomElement(using: &generator) else { return [] }
        message.stamp = nil
        address(&message, now)
        var (topic, header, body) = (message.header.topic.bytes, message.header.encoded(), message.body)
        switch Int.random(in: 0..<20, using: &generator) {
        case 0..<9: body = mutated(body)
        case 9..<14: header = mutated(header)
        case 14: (header, body) = (mutated(header), mutated(body))
        case 15: body = [UInt8](body.prefix(Int.random(in: 0...body.count, using: &generator)))
        case 16: topic = mutated(topic)
        default: break
        }
        return [topic, header, body]
    }

    private mutating func address(_ message: inout RawMessage, _ now: Int64) {
        sequence += 1
        var header = message.header
        header.id = MessageID()
        header.session = sessions.randomElement(using: &generator) ?? .default
        header.source = Self.sources.randomElement(using: &generator) ?? header.source
        (header.run, header.sequence, header.at) = (1, sequence, now)
        if Int.random(in: 0..<3, using: &generator) > 0, let turn = turns.randomElement(using: &generator) {
            header.turn = turn
        } else {
            header.turn = Int.random(in: 0..<5, using: &generator) == 0 ? nil : TurnID()
        }
        header.causes = (0..<Int.random(in: 0...2, using: &generator)).compactMap { _ in
            messages.randomElement(using: &generator)
        }
        header.deadline = Int.random(in: 0..<4, using: &generator) == 0 ? nil : now + 10_000_000
        message.header = header
        Self.remember(header.turn, in: &turns)
        Self.remember(header.id, in: &messages)
    }

    private static func remember<Value>(_ value: Value?, in list: inout [Value]) {
        guard let value else { return }
        list.append(value)
        if list.count > 64 { list.removeFirst(32) }
    }

    /// Returns JSON with one place changed, and other bytes with a random change.
    private mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
        if let value = try? JSONValue(parsing: bytes) {
            return Array(JSONMutation.mutated(value, using: &generator).text().utf8)
        }
        var bytes = bytes
        guard let index = bytes.indices.randomElement(using: &generator) else { return [0] }
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes.remove(at: index)
        case 1: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: index)
        default: bytes[index] = UInt8.random(in: 0...255, using: &generator)
        }
        return bytes
    }
}
