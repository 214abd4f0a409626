import SaybusMessages
import SaybusSupport
import SaybusTesting

/// Generates frames for the decoder from a seed: random bytes, and tampered messages of every kind.
struct FuzzInputs {
    private var generator: SplitMix
    private let valid: [[[UInt8]]]
    /// Text that is put into frames.
    private static let words: [[UInt8]] = [
        "\"", "{", "}", "[", "]", ":", ",", "null", "true", "-1", "0", "1e999", "-9223372036854775808",
        "9223372036854775808",
        "\\u0000", "\\ud800", "\u{FFFF}", "/", ".", "\"v\":1", "\"retain\"", "1e-400", "[[[[[[[[", "{\"a\":", "shadow.",
    ].map { Array($0.utf8) }

    init(seed: UInt64) {
        generator = SplitMix(seed: seed)
        valid = MessageCatalog.all.flatMap { Self.examples($0) }
    }

    private static func examples<Body: BusMessage>(_ type: Body.Type) -> [[[UInt8]]] {
        let source = Source(role: "bench", instance: "fuzz")!
        return type.examples.compactMap { example in
            var header = Header(
                kind: type.kind, session: .default, turn: TurnID(), source: source, run: 1, sequence: 0,
                causes: [MessageID()], deadline: 1, retain: type.isRetained)
            guard let body = try? example.wire(header: &header) else { return nil }
            return RawMessage(header: header, body: body, stamp: Stamp(offset: 1, epoch: 1, user: "fuzz", at: 1)).frames
        }
    }

    /// Returns the next input.
    mutating func next() -> [[UInt8]] {
        if Int.random(in: 0..<10, using: &generator) == 0 {
            return (0..<Int.random(in: 0...6, using: &generator)).map { _ in
                random(Int.random(in: 0...200, using: &generator))
            }
        }
        var frames = valid.randomElement(using: &generator) ?? []
        for _ in 0..<Int.random(in: 1...3, using: &generator) { tamper(&frames) }
        return frames
    }

    private mutating func random(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    private mutating func tamper(_ frames: inout [[UInt8]]) {
        guard let index = frames.indices.randomElement(using: &generator) else { return }
        switch Int.random(in: 0..<12, using: &generator) {
        case 0: frames.remove(at: index)
        case 1: frames.insert(random(Int.random(in: 0...40, using: &generator)), at: index)
        case 2: frames.swapAt(index, Int.random(in: frames.indices, using: &generator))
        default:
            var frame = frames[index]
            tamper(&frame)
            frames[index] = frame
        }
    }

    private mutating func tamper(_ frame: inout [UInt8]) {
        guard !frame.isEmpty else { return frame = random(3) }
        let from = Int.random(in: frame.indices, using: &generator)
        let to = min(frame.count, from + Int.random(in: 1...8, using: &generator))
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: frame[from] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 1: frame[from] = UInt8.random(in: 0...255, using: &generator)
        case 2: frame.removeSubrange(from..<to)
        case 3: frame.insert(contentsOf: frame[from..<to], at: from)
        case 4: frame.removeSubrange(from...)
        default: frame.replaceSubrange(from..<to, with: Self.words.randomElement(using: &generator) ?? [])
        }
    }
}
