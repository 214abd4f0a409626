import SaybusMessages
import SaybusSound
import SaybusStage
import SaybusTerminal

/// `saybus doctor --mic`: records three seconds, plays them back, and judges them.
public struct MicrophoneCheck: Sendable {
    /// The result of a recording, as `--json` prints it.
    struct Report: Sendable, Codable, Equatable {
        /// The name of the microphone that was recorded.
        let device: String
        /// The level of the loudest frames of 20 ms, in dBFS.
        let loudDb: Double
        /// The largest sample, in dBFS.
        let peakDb: Double
        /// Samples that were lost.
        let lost: Int
        /// The fault, such as `too-soft`; nil when there is none.
        let fault: String?
        /// The fault and its remedy, or that nothing is wrong.
        let judgement: String
    }

    private static let seconds = 3
    /// The time that the microphone has to give its three seconds.
    private static let timeout = Duration.seconds(10)

    private let microphone: String?
    private let sink: String?

    /// Creates a check.
    /// - Parameters:
    ///   - microphone: The microphone's number, name or a part of it; nil for the default one.
    ///   - sink: The loudspeaker likewise.
    public init(microphone: String? = nil, loudspeaker sink: String? = nil) {
        (self.microphone, self.sink) = (microphone, sink)
    }

    /// Records, plays back and prints the judgement.
    /// - Throws: `StageFailure` with code `unavailable` when there is no microphone, `failed` when it has a fault.
    public func run(isJSON: Bool, output: TextOutput = .standardOutput, notes: TextOutput = .standardError) async throws
    {
        let (device, samples, lost) = try await record(notes)
        do {
            let loudspeaker = try DeviceSink(device: sink, rate: PCMFormat.speech.rate)
            notes.line("This is what was recorded.")
            var resampler = try Resampler(from: PCMFormat.speech.rate, to: loudspeaker.rate)
            try await loudspeaker.play(resampler.process(samples))
            try await loudspeaker.drain()
            await loudspeaker.close()
        } catch let error as SoundError {
            notes.line("It cannot be played back: \(error)")
        }
        let report = Self.report(device, samples, lost: lost)
        if isJSON {
            output.json(try JSONValue(report).text(indented: true))
        } else {
            let numbers =
                "\(report.device): loudest speech \(Int(report.loudDb)) dB, peak \(Int(report.peakDb)) dB of full scale"
            output.line(numbers + (lost > 0 ? ", \(PCMFormat.speech.milliseconds(lost)) ms lost" : ""))
            output.line(
                (report.fault == nil ? output.style.paint("✓ ", .green) : output.style.paint("✗ ", .red))
                    + report.judgement)
        }
        if report.fault != nil { throw StageFailure(.failed, "\(report.device): \(report.judgement)") }
    }

    /// Judges a recording of 16 kHz.
    static func report(_ device: String, _ samples: [Int16], lost: Int = 0) -> Report {
        var judge = MicrophoneJudge(window: seconds, isSpoken: true)
        _ = judge.observe(samples)
        let good =
            judge.loudest < -40
            ? "nothing is wrong with it, but little was said: say a sentence while it records"
            : "it is loud enough, and neither clipped nor humming"
        return Report(
            device: device, loudDb: judge.loudest.rounded(), peakDb: judge.peak.rounded(), lost: lost,
            fault: judge.fault?.rawValue, judgement: judge.fault?.sentence() ?? good)
    }

    private func record(_ notes: TextOutput) async throws -> (device: String, samples: [Int16], lost: Int) {
        do {
            let opening = TimedOpening<MicrophoneCapture>("The microphone")
            let capture = try await opening.open(within: Self.timeout) { [microphone] in
                try MicrophoneCapture(device: microphone, rate: PCMFormat.speech.rate)
            }
            notes.line("Recording three seconds from \(capture.device.name): say a sentence.")
            var samples: [Int16] = []
            var lost = 0
            while samples.count < Self.seconds * PCMFormat.speech.rate, let block = try await capture.next() {
                samples += block.samples
                lost += block.lost
            }
            await capture.stop()
            return (capture.device.name, Array(samples.prefix(Self.seconds * PCMFormat.speech.rate)), lost)
        } catch let error as SoundError {
            throw StageFailure(.unavailable, "\(error)")
        }
    }
}
