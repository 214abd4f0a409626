import SaybusExternalEngines
import SaybusMessages
import SaybusSound

/// A peer's stream of sound, converted to one channel of 16 bits, and to the rate of recognizers and detectors.
final class IncomingSound {
    /// The sample rate of recognizers and detectors.
    static let rate = PCMFormat.speech.rate

    /// The sample rate of the result.
    let resultRate: Int

    private let width: Int
    private let channels: Int
    private var resampler: Resampler
    private var assembler: FrameAssembler

    /// Creates a stream of the format in an `audio-start` or `audio-chunk`.
    /// - Parameter keepsRate: Whether the rate stays as it is.
    /// - Throws: ``RequestFailure`` for an invalid format.
    init(_ event: WyomingEvent, keepsRate: Bool = false) throws {
        let (rate, width) = (event.integer("rate") ?? Self.rate, event.integer("width") ?? 2)
        let channels = event.integer("channels") ?? 1
        guard 1...4 ~= width, 1...16 ~= channels, Resampler.rates.contains(rate) else {
            throw RequestFailure(
                "audio-format", "sound of \(rate) Hz, \(width) bytes and \(channels) channels cannot be used")
        }
        (self.width, self.channels) = (width, channels)
        assembler = FrameAssembler(frameBytes: width * channels)
        resultRate = keepsRate ? rate : Self.rate
        resampler = try Resampler(from: rate, to: resultRate)
    }

    /// Converts the payload of an `audio-chunk`. An incomplete last frame is completed by the next chunk.
    func samples(_ payload: [UInt8]) -> [Int16] { resampler.process(mono(payload)) }

    /// Returns the samples that the conversion of the rate still holds.
    func finish() -> [Int16] {
        assembler.drop()
        return resampler.finish()
    }

    private func mono(_ payload: [UInt8]) -> [Int16] {
        let frame = width * channels
        let bytes = assembler.frames(payload)
        return (0..<bytes.count / frame).map { index in
            var sum = 0
            for channel in 0..<channels { sum += sample(bytes, at: index * frame + channel * width) }
            return Int16(clamping: sum / channels)
        }
    }

    /// Returns a sample as one of 16 bits. Samples of one byte are unsigned, as in WAV files.
    private func sample(_ bytes: [UInt8], at place: Int) -> Int {
        if width == 1 { return (Int(bytes[place]) - 128) << 8 }
        // The two highest bytes of a little-endian sample.
        let low = UInt16(bytes[place + width - 2])
        let high = UInt16(bytes[place + width - 1])
        return Int(Int16(bitPattern: low | high << 8))
    }
}
