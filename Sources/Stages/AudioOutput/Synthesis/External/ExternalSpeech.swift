import SaybusExternalEngines
import Synchronization

/// A speech by an external engine, whose pieces are synthesized one after the other, as their sound is read.
final class ExternalSpeech: Sendable {
    /// The sample rate of speech without words.
    static let silentRate = 22_050
    /// The number of blocks per second.
    private static let blocksASecond = 10

    private struct State {
        var pieces: ArraySlice<PlainPiece>
        /// The text being synthesized.
        var text: String?
        /// Whether the engine has sent samples of the text.
        var hasSamples = false
        /// The samples received and not yet returned.
        var samples: ArraySlice<Int16> = []
        /// The remaining silence in milliseconds.
        var pause = 0
    }

    private let voice: any ExternalVoice
    private let name: String
    private let timeout: Duration
    private let volume: Double
    private let rate: Int
    private let state: Mutex<State>

    /// Begins a speech; returns when the engine has begun to answer.
    static func begin(
        _ pieces: [PlainPiece], by voice: any ExternalVoice, _ name: String, timeout: Duration, volume: Double
    ) async throws -> SpeechAudio {
        // Each speech has its own queue, so that an engine that hangs blocks no other one.
        let queue = BlockingQueue(label: "saybus.speech")
        let speech = try await run(on: queue) { () throws(EngineFailure) in
            try ExternalSpeech(pieces, by: voice, name, timeout: timeout, volume: volume)
        }
        return SpeechAudio(
            rate: speech.rate,
            blocks: AsyncThrowingStream {
                try Task.checkCancellation()
                return try await run(on: queue) { () throws(EngineFailure) in try speech.next() }
            })
    }

    private init(
        _ pieces: [PlainPiece], by voice: any ExternalVoice, _ name: String, timeout: Duration, volume: Double
    ) throws(EngineFailure) {
        (self.voice, self.name, self.timeout, self.volume) = (voice, name, timeout, volume)
        var state = State(pieces: pieces[...])
        // Pauses before the first words are kept.
        while case .pause(let milliseconds) = state.pieces.first {
            state.pause += milliseconds
            state.pieces.removeFirst()
        }
        var rate = Self.silentRate
        if case .text(let text) = state.pieces.popFirst() {
            rate = try voice.begin(text, before: .now + timeout)
            state.text = text
        }
        self.rate = rate
        self.state = Mutex(state)
    }

    private func next() throws(EngineFailure) -> SpeechAudio.Block? {
        var state = state.withLock { $0 }
        defer { self.state.withLock { $0 = state } }
        let blockSize = max(1, rate / Self.blocksASecond)
        while true {
            if state.pause > 0 {
                let part = min(state.pause, 1000 / Self.blocksASecond)
                state.pause -= part
                return SpeechAudio.Block([Int16](repeating: 0, count: part * rate / 1000))
            }
            if !state.samples.isEmpty {
                let part = state.samples.prefix(blockSize)
                state.samples = state.samples.dropFirst(part.count)
                return SpeechAudio.Block(
                    volume == 1 ? Array(part) : part.map { Int16((Double($0) * volume).rounded()) })
            }
            guard let text = state.text else {
                guard try begin(&state) else { return nil }
                continue
            }
            if let samples = try voice.next(before: .now + timeout) {
                state.samples = samples[...]
                state.hasSamples = state.hasSamples || !samples.isEmpty
            } else {
                guard state.hasSamples || !text.contains(where: { $0.isLetter || $0.isNumber }) else {
                    throw EngineFailure(.garbage, "\(name) has made no sound of a text of \(text.count) characters.")
                }
                (state.text, state.hasSamples) = (nil, false)
            }
        }
    }

    /// Begins the next piece; returns false when there is none.
    private func begin(_ state: inout State) throws(EngineFailure) -> Bool {
        switch state.pieces.popFirst() {
        case nil: return false
        case .pause(let milliseconds): state.pause = milliseconds
        case .text(let text):
            let rate = try voice.begin(text, before: .now + timeout)
            guard rate == self.rate else {
                throw EngineFailure(
                    .garbage, "\(name) has changed from \(self.rate) Hz to \(rate) Hz in the middle of a speech.")
            }
            state.text = text
        }
        return true
    }

    /// Runs a blocking body, and converts its failures to errors of the synthesizer.
    static func run<Success: Sendable>(
        on queue: BlockingQueue, _ body: @escaping @Sendable () throws(EngineFailure) -> Success
    ) async throws(SynthesisError) -> Success {
        do {
            return try await queue.run(body)
        } catch {
            throw SynthesisError(error.code == .unreachable ? .unavailable : .failed, error.reason)
        }
    }
}
