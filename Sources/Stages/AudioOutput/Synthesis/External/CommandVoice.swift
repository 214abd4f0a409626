import SaybusExternalEngines
import SaybusMessages
import SaybusSound
import SaybusStage
import Synchronization

/// A voice that runs a program for each text.
final class CommandVoice: ExternalVoice {
    private let command: [String]
    private let environment: [String: String]
    private let rate: Int
    private let run = Mutex<Run?>(nil)

    /// A run of the program for one text.
    private final class Run {
        var process: CommandProcess
        /// The bytes that were read and not yet returned.
        var bytes: [UInt8] = []
        var channels = 1
        /// The number of sample bytes that remain, if the program states it.
        var rest: Int?

        init(_ process: consuming CommandProcess) { self.process = process }

        /// Reads the header of a WAV file; returns its rate, or nil for other data.
        func rate(before deadline: ContinuousClock.Instant) throws(EngineFailure) -> Int? {
            while true {
                switch WAVHeader.read(bytes) {
                case .none: return nil
                case .whole(let header):
                    bytes.removeFirst(header.length)
                    guard header.isPCM, Resampler.rates.contains(header.rate), (1...32).contains(header.channels) else {
                        throw EngineFailure(
                            .garbage, "\(process.stream.name) gives a WAV file that is no 16-bit PCM")
                    }
                    (channels, rest) = (header.channels, header.samples)
                    return header.rate
                case .partial:
                    let more = try process.stream.some(before: deadline)
                    if more.isEmpty { return nil }
                    bytes += more
                }
            }
        }

        /// Returns the next samples; nil after the last.
        func samples(before deadline: ContinuousClock.Instant) throws(EngineFailure) -> [Int16]? {
            let frame = 2 * channels
            guard rest ?? .max >= frame else { return nil }
            while bytes.count < frame {
                let more = try process.stream.some(before: deadline)
                if more.isEmpty { return nil }
                bytes += more
            }
            let whole = min(bytes.count, rest ?? .max) / frame * frame
            defer { bytes.removeFirst(whole) }
            rest = rest.map { $0 - whole }
            return PCM.samples(bytes[..<whole], channels: channels)
        }

        /// Waits for the program's end.
        /// - Throws: `EngineFailure` when it has failed, or has not written the samples that it announced.
        func finish(before deadline: ContinuousClock.Instant) throws(EngineFailure) {
            let name = process.stream.name
            // Data after the samples of a WAV file is skipped.
            while !(try process.stream.some(before: deadline)).isEmpty {}
            guard let ending = process.ending(before: deadline) else {
                throw EngineFailure(.timeout, "\(name) has closed its output and did not end in time")
            }
            guard ending == .exit(0) else { throw EngineFailure(.refused, "\(name) \(ending)") }
            if let rest, rest >= 2 * channels {
                throw EngineFailure(.garbage, "\(name) gives a WAV file of which \(rest) bytes of samples are missing")
            }
        }
    }

    init(_ command: [String], environment: [String: String], rate: Int) {
        (self.command, self.environment, self.rate) = (command, environment, rate)
    }

    func begin(_ text: String, before deadline: ContinuousClock.Instant) throws(EngineFailure) -> Int {
        try run.withLock { (run) throws(EngineFailure) in
            let begun = Run(
                try CommandProcess(
                    command, environment: environment, standardError: StandardError.shared.descriptor))
            run = begun
            do throws(EngineFailure) {
                try begun.process.stream.send(Array(text.utf8) + [UInt8(ascii: "\n")], before: deadline)
            } catch {
                // A program may not read its input; its exit code tells whether it failed.
                guard error.code == .unreachable else { throw error }
            }
            begun.process.stream.finishSending()
            return try begun.rate(before: deadline) ?? rate
        }
    }

    func next(before deadline: ContinuousClock.Instant) throws(EngineFailure) -> [Int16]? {
        try run.withLock { (run) throws(EngineFailure) in
            if let samples = try run?.samples(before: deadline) { return samples }
            defer { run = nil }
            try run?.finish(before: deadline)
            return nil
        }
    }
}
