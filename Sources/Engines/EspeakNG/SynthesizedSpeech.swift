import Foundation
import SaybusProcesses

/// Speech synthesized by the program `espeak-ng`, for tests and for evaluations of recognizers and wake words.
package enum SynthesizedSpeech {
    /// The program's path.
    static let program = "/usr/bin/espeak-ng"
    /// Time that the program may take.
    private static let timeout = Duration.seconds(60)
    /// Whether the program is installed.
    package static var isAvailable: Bool { FileManager.default.isExecutableFile(atPath: program) }

    /// Returns a spoken text as 16 kHz samples, with 0.3 s of silence before it and 0.4 s after it.
    package static func samples(_ text: String, voice: String = "en-us", speed: Int = 175) throws -> [Int16] {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).wav")
        defer { try? FileManager.default.removeItem(at: file) }
        let process = try SpawnedProcess(
            ProcessCommand(program, ["-v", voice, "-s", "\(speed)", "-w", file.path, text]))
        guard process.blockingTermination(before: .now + timeout) != nil else {
            throw ProcessError(.timeout, "\(program) did not end within \(timeout)")
        }
        let data = try Data(contentsOf: file).dropFirst(44)
        let source = stride(from: data.startIndex, to: data.endIndex - 1, by: 2).map {
            Int16(truncatingIfNeeded: Int(data[$0]) | Int(data[$0 + 1]) << 8)
        }
        return silence(0.3) + resampled(source) + silence(0.4)
    }

    /// Returns samples of a quiet room, the same each time.
    package static func silence(_ seconds: Double) -> [Int16] {
        var state: UInt32 = 1
        return (0..<Int(seconds * 16_000)).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return Int16(truncatingIfNeeded: state >> 29) - 3
        }
    }

    /// The taps of the filter that resamples.
    private static let taps = -15...16
    /// The input's and the output's samples in the time after which the positions between the input's samples recur:
    /// 22 050 Hz to 16 000 Hz.
    private static let (inputs, outputs) = (441, 320)

    /// The filter's weights for each position between two samples: a windowed sinc with a Hann window and a cutoff at
    /// 8 kHz.
    private static let weights: [[Double]] = {
        let step = Double(inputs) / Double(outputs)
        return (0..<outputs).map { index in
            let fraction = Double(index * inputs % outputs) / Double(outputs)
            return taps.map { tap in
                let distance = Double(tap) - fraction
                let x = Double.pi * distance / step
                let sinc = abs(x) < 1e-9 ? 1 : sin(x) / x
                return sinc * (0.5 + 0.5 * cos(Double.pi * distance / 17)) / step
            }
        }
    }()

    /// Resamples from 22 050 Hz to 16 kHz.
    private static func resampled(_ source: [Int16]) -> [Int16] {
        (0..<source.count * outputs / inputs).map { index in
            let position = index * inputs / outputs
            let row = weights[index % outputs]
            var sum = 0.0
            for tap in max(taps.lowerBound, -position)...min(taps.upperBound, source.count - 1 - position) {
                sum += Double(source[position + tap]) * row[tap - taps.lowerBound]
            }
            return Int16(max(-32_768, min(32_767, sum)))
        }
    }
}
