import Foundation
import SaybusEspeakNG
import SaybusModelStore
import SaybusONNXRuntime

/// A voice of Piper that is loaded.
public final class PiperVoice: Sendable {
    /// A sentence's sound.
    public struct Sound: Sendable, Equatable {
        /// The samples at the voice's rate.
        public var samples: [Int16]
        /// For each word, its first sample.
        public var starts: [Int]
        /// Whether the starts are those of the network, and not estimated by the number of phonemes.
        var hasExactStarts: Bool
    }

    /// The voice's files.
    public let file: PiperVoiceFile
    /// The voice's description.
    public let configuration: PiperConfiguration
    private let model: ONNXModel
    private let hasDurations: Bool

    /// The memory that a run takes beside the network, in bytes.
    private static let extraMemory = 120 << 20
    /// The largest network that is read, in bytes.
    private static let maximumBytes = 1 << 30
    /// The network's durations of phonemes, in frames.
    private static let durations = "/Ceil_output_0"
    private static let sound = "output"
    /// The samples of a frame.
    private static let frame = 256

    /// Loads a voice, which takes half a second.
    /// - Throws: ``PiperError`` about the files, the memory or the network.
    public init(_ file: PiperVoiceFile, _ library: ONNXRuntimeLibrary) throws(PiperError) {
        configuration = try PiperConfiguration(contentsOf: file.configurationPath)
        self.file = file
        let bytes = try Self.read(file.path)
        let threads = max(1, min(4, ProcessInfo.processInfo.activeProcessorCount / 2))
        do throws(ONNXRuntimeError) {
            let (model, hasDurations) = try Self.load(bytes, threads, library)
            (self.model, self.hasDurations) = (model, hasDurations)
        } catch {
            throw PiperError(
                .voiceUnusable, "\(file.path) cannot be loaded, so it is cut short or of another kind (\(error.reason))"
            )
        }
        let needed: Set = ["input", "input_lengths", "scales"]
        guard needed.isSubset(of: model.inputs), Set(model.inputs).subtracting(needed).isSubset(of: ["sid"]) else {
            throw PiperError(
                .voiceUnusable,
                "\(file.path) is a network of another kind: it takes \(model.inputs.joined(separator: ", ").prefix(100))"
            )
        }
    }

    private static func read(_ path: String) throws(PiperError) -> [UInt8] {
        guard let handle = FileHandle(forReadingAtPath: path), let size = try? handle.seekToEnd() else {
            throw PiperError(.voiceMissing, "\(path) cannot be read: saybus models get, or name another voice")
        }
        defer { try? handle.close() }
        guard size <= maximumBytes else {
            throw PiperError(.voiceUnusable, "\(path) is too large for a voice of Piper")
        }
        let needed = 2 * Int(size) + extraMemory
        // The library ends the program when memory runs out.
        if let free = FreeMemory.bytes, free < needed {
            throw PiperError(
                .memory,
                "\(path) needs \(needed >> 20) MiB of memory, and \(free >> 20) MiB are free: take flite or espeak-ng")
        }
        // An empty file is read as nil, which is no failure.
        guard (try? handle.seek(toOffset: 0)) != nil, let data = try? handle.readToEnd() ?? Data() else {
            throw PiperError(.voiceMissing, "\(path) cannot be read to its end: fetch it again")
        }
        return [UInt8](data)
    }

    /// Loads a network so that it gives its durations of phonemes too, if it has them.
    ///
    /// They are no output of the file. In its format, protocol buffers, what is appended is merged: a graph (field 7)
    /// with one more output (field 12) of this name (field 1).
    private static func load(
        _ bytes: [UInt8], _ threads: Int, _ library: ONNXRuntimeLibrary
    ) throws(ONNXRuntimeError) -> (ONNXModel, Bool) {
        func field(_ number: UInt8, _ content: [UInt8]) -> [UInt8] {
            [number << 3 | 2, UInt8(content.count)] + content
        }
        let output = field(7, field(12, field(1, Array(durations.utf8))))
        if let model = try? ONNXModel(bytes + output, threads: threads, library) { return (model, true) }
        return (try ONNXModel(bytes, threads: threads, library), false)
    }

    /// Synthesizes a sentence. Blocks until it is made, or stopped.
    /// - Parameters:
    ///   - words: The words with their punctuation.
    ///   - length: The factor of the duration.
    ///   - speaker: The number of the speaker.
    ///   - stop: Ends the synthesis in its middle.
    /// - Throws: ``PiperError`` with code `failed` or `stopped`.
    public func speak(
        _ words: [String], length: Float = 1, speaker: Int = 0, stop: ONNXModel.Stop = .init()
    ) throws(PiperError) -> Sound {
        let pronounced = EspeakLibrary.shared.use { library in
            library.use(voice: configuration.pronouncer) ? PiperPhonemes(words, &library) : nil
        }
        guard let phonemes = pronounced ?? nil else {
            throw PiperError(
                .failed,
                "espeak-ng cannot pronounce for \(file.name): install its data for \"\(configuration.pronouncer)\" (espeak-ng-data)"
            )
        }
        let (ids, places) = phonemes.numbers(configuration)
        let scales = [configuration.noise, configuration.length * length, configuration.durationNoise]
        var inputs: [(name: String, value: ONNXModel.Input)] = [
            ("input", .integers(ids, shape: [1, Int64(ids.count)])),
            ("input_lengths", .integers([Int64(ids.count)], shape: [1])), ("scales", .numbers(scales, shape: [3])),
        ]
        if model.inputs.contains("sid") { inputs.append(("sid", .integers([Int64(speaker)], shape: [1]))) }
        let values: [[Float]]
        do throws(ONNXRuntimeError) {
            values = try model.run(inputs, outputs: [Self.sound] + (hasDurations ? [Self.durations] : []), stop: stop)
        } catch {
            throw PiperError(error.code == .stopped ? .stopped : .failed, "\(file.name) failed: \(error.reason)")
        }
        let samples = values[0].map { sample in
            sample.isFinite ? Int16(max(-32_768, min(32_767, (sample * 32_767).rounded()))) : 0
        }
        let durations = values.count > 1 && values[1].count == ids.count ? values[1] : nil
        let starts = phonemes.starts.map { places.isEmpty ? 0 : places[min($0, places.count - 1)] }
        return Sound(
            samples: samples, starts: Self.starts(starts, durations, ids.count, samples.count),
            hasExactStarts: durations != nil)
    }

    /// Returns the first sample of the numbers at some places.
    private static func starts(_ places: [Int], _ durations: [Float]?, _ count: Int, _ samples: Int) -> [Int] {
        guard let durations else { return places.map { samples * $0 / max(1, count) } }
        var ends: [Float] = [0]
        for duration in durations { ends.append(ends[ends.count - 1] + (duration.isFinite ? duration : 0)) }
        return places.map { max(0, min(samples, Int(ends[min($0, ends.count - 1)]) * frame)) }
    }
}
