import SaybusBus
import SaybusMessages

/// The sound chunks of one turn, put in order as they arrive. Pure; bounded.
package struct TurnReorderBuffer: Sendable {
    /// The maximum number of samples (60 s), so that a listener that never ends a turn cannot fill the memory.
    package static let maximumSamples = PCMFormat.speech.samples(.seconds(60))
    /// The maximum number of chunks that wait for a missing one once the beginning is there: about a second of sound.
    package static let maximumHeld = 16
    /// The maximum gap before a chunk's index, so that a wrong index cannot add hours of silence.
    static let maximumGap = 4096

    /// The turn.
    package let id: TurnID
    /// The run of the listen stage that captures the turn.
    package let listener: ProgramRun
    /// Whether the beginning has arrived. If it has not, the listener is about to send the whole turn again.
    package private(set) var hasBeginning = false
    /// The time at which the listener's last message about the turn was processed, in microseconds of a steady clock.
    package private(set) var lastMessageAt: Int64 = 0
    /// Whether no more sound is awaited.
    package private(set) var isOver = false
    /// The number of chunks that never arrived.
    package private(set) var missing = 0
    /// The number of chunks that the listener sent, as far as is known.
    package var chunks: Int { max(total ?? 0, next) }
    /// Whether the last chunk of the sound has arrived, and all chunks before it.
    package var isWhole: Bool { hasBeginning && held.isEmpty && lastChunk == next - 1 }
    /// The reason why the turn cannot be transcribed; nil when it can.
    package private(set) var problem: String?
    /// The header that the transcript answers: that of the turn's end, or of its last sound.
    package private(set) var last: Header

    /// The sound in order that ``takeSound()`` has not yet returned.
    private var ready: [([Int16], Header)] = []
    /// The chunks that wait for an earlier one, by index.
    private var held: [Int: ([Int16], Header)] = [:]
    /// The index of the next chunk in order.
    private var next = 0
    /// The index of the last chunk. A recorded sound may have several streams, each of which has one.
    private var lastChunk: Int?
    /// The number of samples put in order so far.
    private var samples = 0
    private var heldSamples = 0
    /// The current limit of waiting chunks: ``TurnReorderBuffer/maximumHeld`` plus those that came before the
    /// beginning, since the listener is still resending the chunks before those.
    private var maximumHeld = Self.maximumHeld
    /// The number of chunks that the listener sent; nil until the turn has ended.
    private var total: Int?

    /// Creates the buffer of a turn from a message about it.
    package init(id: TurnID, header: Header) {
        (self.id, listener, last) = (id, ProgramRun(header), header)
    }

    /// Records the time of a message about the turn.
    package mutating func touch(at now: Int64) { lastMessageAt = now }

    /// Records that the turn's beginning is known.
    package mutating func start() { markBeginning() }

    private mutating func markBeginning() {
        guard !hasBeginning else { return }
        hasBeginning = true
        maximumHeld = held.count + Self.maximumHeld
    }

    /// Adds a chunk.
    package mutating func accept(_ chunk: AudioInput, _ header: Header) {
        guard !isOver, chunk.index >= next, held[chunk.index] == nil else { return }
        if chunk.index == 0 { markBeginning() }
        guard chunk.format == .speech else {
            problem = "the sound is \(chunk.format.contentType), not \(PCMFormat.speech.contentType)"
            return
        }
        guard chunk.index - next <= Self.maximumGap, heldSamples < Self.maximumSamples else { return }
        let sound = PCM.samples(chunk.samples)
        held[chunk.index] = (sound, header)
        heldSamples += sound.count
        if chunk.isLast { lastChunk = max(lastChunk ?? 0, chunk.index) }
        release()
        while hasBeginning, held.count > maximumHeld { fillGap() }
        finishIfComplete()
    }

    /// Ends the turn, because its listener has ended it.
    package mutating func end(_ ended: SpeechEnded, _ header: Header) {
        guard !isOver, total == nil else { return }
        total = ended.chunks
        last = header
        // Messages arrive in order, so all chunks precede the end, except a beginning that is being resent to
        // this stage.
        if hasBeginning { finish() }
    }

    /// Ends the turn because a later turn of the same listener has begun.
    package mutating func supersede() {
        guard !isOver else { return }
        if total == nil { abort(because: "it has begun another turn") } else if hasBeginning { finish() }
    }

    /// Ends the turn whose sound is whole, although its listener does not say so.
    package mutating func finishWhole() {
        guard !isOver, isWhole else { return }
        total = next
        finish()
    }

    /// Ends the turn as failed, because its listener will not end it.
    /// - Parameter reason: What has happened to the listener, such as `it has gone`.
    package mutating func abort(because reason: String) {
        guard !isOver else { return }
        problem = problem ?? "the listener \(listener.source) broke off in mid-speech: \(reason); say it again"
        hasBeginning = true
        isOver = true
    }

    /// Returns the sound that is in order and was not yet returned.
    package mutating func takeSound() -> [([Int16], Header)] {
        defer { ready = [] }
        return problem == nil ? ready : []
    }

    /// Moves the held chunks that are next in order to the ready sound.
    private mutating func release() {
        while let (sound, header) = held.removeValue(forKey: next) {
            heldSamples -= sound.count
            next += 1
            append(sound, header)
        }
    }

    /// Replaces the chunks missing before the first held one by silence.
    private mutating func fillGap() {
        guard let first = held.min(by: { $0.key < $1.key }) else { return }
        let (sound, header) = first.value
        countMissing(first.key - next)
        append([Int16](repeating: 0, count: min((first.key - next) * sound.count, Self.maximumSamples)), header)
        next = first.key
        release()
    }

    private mutating func finishIfComplete() {
        if let total, hasBeginning, next >= total { finish() }
    }

    private mutating func finish() {
        while !held.isEmpty { fillGap() }
        if let total, total > 0, next == 0 {
            problem = problem ?? "none of the \(total) chunks of the sound arrived, or could be read"
        }
        // The total comes from another program and may be any Int.
        if let total, total > next { countMissing(total - next) }
        isOver = true
    }

    private mutating func countMissing(_ chunks: Int) {
        let (sum, overflow) = missing.addingReportingOverflow(chunks)
        missing = overflow ? .max : sum
    }

    private mutating func append(_ sound: [Int16], _ header: Header) {
        let room = Self.maximumSamples - samples
        guard room > 0, !sound.isEmpty else { return }
        let kept = sound.count <= room ? sound : Array(sound.prefix(room))
        samples += kept.count
        if total == nil { last = header }
        ready.append((kept, header))
    }
}
