import Foundation

/// Speech for tests, made by the program `espeak-ng`.
public enum SpokenText {
    /// The program.
    public static let program = "/usr/bin/espeak-ng"
    /// Whether it is installed.
    public static var isAvailable: Bool { FileManager.default.isExecutableFile(atPath: program) }

    /// The text as 16 kHz samples, with silence before and after.
    public static func samples(_ text: String, voice: String = "en-us", speed: Int = 175) throws -> [Int16] {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).wav")
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = ["-v", voice, "-s", "\(speed)", "-w", file.path, text]
        try process.run()
        process.waitUntilExit()
        let data = try Data(contentsOf: file).dropFirst(44)
        let source = stride(from: data.startIndex, to: data.endIndex - 1, by: 2).map {
            Int16(truncatingIfNeeded: Int(data[$0]) | Int(data[$0 + 1]) << 8)
        }
        return silence(0.3) + resampled(source, from: 22_050) + silence(0.4)
    }

    /// Samples as quiet as a quiet room.
    public static func silence(_ seconds: Double) -> [Int16] {
        var state: UInt32 = 1
        return (0..<Int(seconds * 16_000)).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return Int16(truncatingIfNeeded: state >> 29) - 3
        }
    }

    /// To 16 kHz, by a sinc of 32 samples with a Hann window that ends at 8 kHz.
    private static func resampled(_ source: [Int16], from rate: Int) -> [Int16] {
        let step = Double(rate) / 16_000
        return (0..<Int(Double(source.count) / step)).map { index in
            let position = Double(index) * step
            var sum = 0.0
            for tap in Int(position) - 15...Int(position) + 16 where source.indices.contains(tap) {
                let distance = Double(tap) - position
                let x = Double.pi * distance / step
                let sinc = abs(x) < 1e-9 ? 1 : sin(x) / x
                sum += Double(source[tap]) * sinc * (0.5 + 0.5 * cos(Double.pi * distance / 17)) / step
            }
            return Int16(max(-32_768, min(32_767, sum)))
        }
    }
}
