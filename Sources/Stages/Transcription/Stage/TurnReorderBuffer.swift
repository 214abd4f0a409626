import SaybusMessages

/// The sound of one turn as it arrives, put in order. Pure; bounded.
struct TurnReorderBuffer: Sendable {
    /// The longest turn that is taken: 60 s of samples. A listener that never ends must not fill the memory.
    static let longest = 60 * 16_000
    /// How many chunks wait for one before them once the beginning is known: about a second of sound.
    static let mostHeld = 16
    /// How far ahead an index may be: a wild one must not make hours of silence.
    static let farthest = 4096

    let id: TurnID
    /// Who hears it.
    let listener: Source
    /// In which start of it.
    let run: UInt32
    /// Whether its beginning has been seen. Without it, the listener is about to send everything again.
    private(set) var hasHead = false
    /// When the listener last said something of it, in microseconds by the clock of the broker.
    private(set) var heardAt: Int64 = 0
    /// Whether nothing more is awaited.
    private(set) var isOver = false
    /// Chunks that never came.
    private(set) var missing = 0
    /// Why nothing can be made of it.
    private(set) var problem: String?
    /// What its transcript answers: its end, or its last sound.
    private(set) var last: Header

    private var ready: [([Int16], Header)] = []
    private var held: [Int: ([Int16], Header)] = [:]
    private var next = 0
    private var samples = 0
    private var heldSamples = 0
    /// ``TurnReorderBuffer/mostHeld``, and what came before the head: the listener is sending the chunks between the two.
    private var mostHeld = Self.mostHeld
    /// How many chunks the listener counted, once it has said so.
    private var total: Int?

    init(id: TurnID, header: Header) { (self.id, listener, run, last) = (id, header.source, header.run, header) }

    /// The listener has said something of it.
    mutating func heard(at now: Int64) { heardAt = now }

    mutating func start() { foundHead() }

    private mutating func foundHead() {
        guard !hasHead else { return }
        hasHead = true
        mostHeld = held.count + Self.mostHeld
    }

    mutating func accept(_ chunk: AudioInput, _ header: Header) {
        guard !isOver, chunk.index >= next, held[chunk.index] == nil else { return }
        if chunk.index == 0 { foundHead() }
        guard chunk.format == .speech else {
            problem = "the sound is \(chunk.format.contentType), not \(PCMFormat.speech.contentType)"
            return
        }
        guard chunk.index - next <= Self.farthest, heldSamples < Self.longest else { return }
        let sound = chunk.samples.withUnsafeBytes { bytes in
            (0..<bytes.count / 2).map {
                Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 2, as: Int16.self))
            }
        }
        held[chunk.index] = (sound, header)
        heldSamples += sound.count
        release()
        while hasHead, held.count > mostHeld { skipHole() }
        finishIfComplete()
    }

    mutating func end(_ ended: SpeechEnded, _ header: Header) {
        guard !isOver, total == nil else { return }
        total = ended.chunks
        last = header
        // All that was sent has come before its end, save for the beginning that a newcomer is sent again.
        if hasHead { finish() }
    }

    /// A later turn of the same listener has begun.
    mutating func overtaken() {
        guard !isOver else { return }
        if total == nil { breakOff() } else if hasHead { finish() }
    }

    /// The listener is not going to end it.
    mutating func breakOff() {
        guard !isOver else { return }
        problem = problem ?? "the listener \(listener) broke off in mid-speech"
        hasHead = true
        isOver = true
    }

    /// Hands out what is in order.
    mutating func takeSound() -> [([Int16], Header)] {
        defer { ready = [] }
        return problem == nil ? ready : []
    }

    private mutating func release() {
        while let (sound, header) = held.removeValue(forKey: next) {
            heldSamples -= sound.count
            next += 1
            append(sound, header)
        }
    }

    private mutating func skipHole() {
        guard let first = held.min(by: { $0.key < $1.key }) else { return }
        let (sound, header) = first.value
        lose(first.key - next)
        append([Int16](repeating: 0, count: min((first.key - next) * sound.count, Self.longest)), header)
        next = first.key
        release()
    }

    private mutating func finishIfComplete() {
        if let total, hasHead, next >= total { finish() }
    }

    private mutating func finish() {
        while !held.isEmpty { skipHole() }
        // The number is a stranger's: any Int.
        if let total, total > next { lose(total - next) }
        isOver = true
    }

    private mutating func lose(_ chunks: Int) {
        let (sum, overflow) = missing.addingReportingOverflow(chunks)
        missing = overflow ? .max : sum
    }

    private mutating func append(_ sound: [Int16], _ header: Header) {
        let room = Self.longest - samples
        guard room > 0, !sound.isEmpty else { return }
        let kept = sound.count <= room ? sound : Array(sound.prefix(room))
        samples += kept.count
        if total == nil { last = header }
        ready.append((kept, header))
    }
}
