import SaybusAudioOutput
import SaybusExternalEngines
import SaybusMessages
import SaybusSound

/// The error of a speech whose rest is left out on demand.
struct SpeechCut: Error, Sendable {}

/// A voice that speaks to a peer: synthesized speech as `audio-start`, `audio-chunk` and `audio-stop`.
struct PeerVoice {
    /// The most samples of an event: some 100 ms.
    private static let chunk = 2_048

    let peer: WyomingPeer
    let synthesizer: any Synthesizer
    /// The sample rate that the peer plays; nil for that of the voice.
    var rate: Int?
    /// Waits until samples are due, and returns them as they are to sound; nil leaves out the rest of the speech.
    /// Without it they are sent as fast as the peer reads.
    var pass: (@Sendable ([Int16]) async -> [Int16]?)?
    /// The rate of the stream that is open; nil when none is.
    private var open: Int?

    init(_ peer: WyomingPeer, _ synthesizer: any Synthesizer, rate: Int? = nil) {
        (self.peer, self.synthesizer, self.rate) = (peer, synthesizer, rate)
    }

    /// Speaks a text in the open stream, or in a new one.
    /// - Parameters:
    ///   - speech: The text, with its voice.
    ///   - language: The language of a text without a voice; nil for that of the default voice.
    ///   - begin: Called before the first sample is sent.
    /// - Throws: `SynthesisError` when it cannot be spoken, `EngineFailure` when the peer has gone, ``SpeechCut``.
    mutating func speak(
        _ speech: AudioEvent.Speech, in language: String? = nil, begin: () throws -> Void = {}
    ) async throws {
        let audio = try await synthesizer.synthesize(speech, in: language)
        let rate = rate ?? audio.rate
        let resampler = try SpeechResampler(from: audio.rate, to: rate)
        var isFirst = true
        for try await block in audio.blocks {
            let samples = resampler.process(block.samples)
            if isFirst, !samples.isEmpty {
                isFirst = false
                try begin()
            }
            try await send(samples, rate: rate)
        }
        try await send(resampler.finish(), rate: rate)
    }

    /// Ends the open stream. Without speech the peer gets an empty one, for which it waits.
    mutating func finish() async throws {
        if open == nil { try await start(rate ?? 22_050) }
        open = nil
        try await peer.send(.audioStop)
    }

    private mutating func send(_ samples: [Int16], rate: Int) async throws {
        // A voice of another rate begins another stream.
        if let open, open != rate, !samples.isEmpty { try await finish() }
        if open == nil, !samples.isEmpty { try await start(rate) }
        for start in stride(from: 0, to: samples.count, by: Self.chunk) {
            var piece = Array(samples[start..<min(samples.count, start + Self.chunk)])
            if let pass {
                guard let passed = await pass(piece) else { throw SpeechCut() }
                piece = passed
            }
            try await peer.send(.audioChunk(piece, rate: rate))
        }
    }

    private mutating func start(_ rate: Int) async throws {
        try await peer.send(.audioStart(rate: rate))
        open = rate
    }
}

/// A resampler that only one task uses.
private final class SpeechResampler {
    private var resampler: Resampler

    init(from rate: Int, to other: Int) throws { resampler = try Resampler(from: rate, to: other) }

    func process(_ samples: [Int16]) -> [Int16] { resampler.process(samples) }
    func finish() -> [Int16] { resampler.finish() }
}
