import SaybusMessages
import SaybusMicroWakeWord
import SaybusSound
import SaybusStage

/// A recording that holds a wake word once, as vectors of speech.
public struct WakeRecording: Sendable, Equatable {
    /// The vectors of the recording, with a quiet room before and after it.
    let vectors: [[Float]]
    /// The windows in which the word ends: that of the recording, and that of its copy in noise.
    let windows: [[Float]]
    /// The vectors of the copy in noise; empty when there is none.
    let noisy: [[Float]]

    /// The quiet before and after a recording, in samples: a window reaches 1.4 s back.
    static let quietBefore = PCMFormat.speech.samples(.milliseconds(1500))
    static let quietAfter = PCMFormat.speech.samples(.milliseconds(1500))
    /// The samples of the sound of a wake word: 0.2 to 3 s.
    private static let lengths = PCMFormat.speech.samples(.milliseconds(200))...PCMFormat.speech.samples(.seconds(3))
    /// The samples of a frame, and the share of the loudest frame's amplitude above which a frame belongs to the word.
    private static let (frame, loudness) = (160, 0.1)
    /// The ratio of the loudest frame's amplitude to that of the quiet tenth from which on a recording holds speech:
    /// 15 dB. Words have more than 30 dB of it, the noise of a room has 9 dB.
    private static let liveliness = 5.6

    init(vectors: [[Float]], windows: [[Float]], noisy: [[Float]] = []) {
        (self.vectors, self.windows, self.noisy) = (vectors, windows, noisy)
    }

    /// Returns the reason why a recording cannot be learnt from, and what to do; nil when it can.
    public static func problem(with samples: [Int16]) -> String? {
        let length = sound(in: samples)?.count ?? 0
        guard lengths.contains(length) else {
            let milliseconds = PCMFormat.speech.milliseconds(length)
            return
                "it has \(milliseconds) ms of sound: say the wake word once, within 0.2 to 3 seconds, in a quiet room"
        }
        let levels = levels(of: samples).sorted()
        guard levels[levels.count - 1] < liveliness * levels[levels.count / 10] else { return nil }
        return "it has steady sound without a word: say the wake word once, louder than the room"
    }

    /// Returns the place from the first to the last loud frame; nil for silence.
    static func sound(in samples: [Int16]) -> Range<Int>? {
        let levels = levels(of: samples)
        let loud = (levels.max() ?? 0) * loudness
        guard loud > 0, let first = levels.firstIndex(where: { $0 > loud }),
            let last = levels.lastIndex(where: { $0 > loud })
        else { return nil }
        return first * frame..<min(samples.count, (last + 1) * frame)
    }

    /// Returns the amplitude of each frame.
    private static func levels(of samples: [Int16]) -> [Double] {
        stride(from: 0, to: samples.count, by: frame).map { start in
            Level.power(samples[start..<min(samples.count, start + frame)]).squareRoot()
        }
    }

    /// Returns the index of the last vector of the window of a word that ends at a sample.
    static func lastVector(ofWordEndingAt sample: Int) -> Int {
        let beyond = max(0, sample - SpeechEmbedding.firstEnd)
        return (beyond + SpeechEmbedding.step - 1) / SpeechEmbedding.step + WindowSearch.after
    }
}

/// A maker of recordings' vectors, with the model of speech that is installed.
///
/// Only the task that created it may use it.
public final class WakeRecordingReader {
    private let embedding: SpeechEmbedding

    /// Loads the model.
    /// - Throws: `StageFailure` with code `unavailable` when it or its library is missing, `configuration` when it
    ///   cannot be used.
    public init() throws(StageFailure) {
        do throws(MicroWakeWordError) {
            embedding = try SpeechEmbedding()
        } catch {
            throw StageFailure(error)
        }
    }

    /// Reads a recording of the wake word: 16 kHz.
    /// - Throws: `StageFailure` with code `usage` for a recording that cannot be learnt from.
    public func recording(_ samples: [Int16], name: String) throws(StageFailure) -> WakeRecording {
        if let problem = WakeRecording.problem(with: samples) { throw StageFailure(.usage, "\(name): \(problem)") }
        let end = WakeRecording.sound(in: samples)?.upperBound ?? 0
        let vectors = try vectors(of: samples)
        let last = WakeRecording.lastVector(ofWordEndingAt: WakeRecording.quietBefore + end)
        guard last < vectors.count, last + 1 >= WindowSearch.length else {
            throw StageFailure(.usage, "\(name): it ends with the wake word: leave half a second of quiet after it")
        }
        // The mean of quiet and noisy recordings misses fewer words in noise, and hardly more in quiet.
        var noise = TrainingNoise(for: samples)
        let noisy = try self.vectors(of: noise.mixed(into: samples))
        let place = (last + 1 - WindowSearch.length)...last
        return WakeRecording(
            vectors: vectors, windows: [vectors, noisy].map { WindowSearch.joined($0[place]) }, noisy: noisy)
    }

    /// Returns the vectors of other sound, or of a recording, in a quiet room.
    public func vectors(of samples: [Int16]) throws(StageFailure) -> [[Float]] {
        embedding.reset()
        do throws(MicroWakeWordError) {
            return try embedding.process(
                QuietRoom.samples(WakeRecording.quietBefore) + samples + QuietRoom.samples(WakeRecording.quietAfter))
        } catch {
            throw StageFailure(error)
        }
    }
}

/// Repeatable noise of a very quiet room, 70 dB below full scale.
enum QuietRoom {
    static func samples(_ count: Int) -> [Int16] {
        var state: UInt64 = 1
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int16((state >> 33) % 21) - 10
        }
    }
}
