import Foundation
import SaybusSound
import SaybusTesting

/// WAV files of the tests.
enum WaveFile {
    /// Writes 16-bit samples of one channel.
    /// - Returns: The file's path.
    static func write(_ samples: [Int16], rate: Int, to path: String) throws -> String {
        let bytes = samples.count * 2
        func number(_ value: Int, _ size: Int) -> [UInt8] {
            (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        let header =
            Array("RIFF".utf8) + number(36 + bytes, 4) + Array("WAVEfmt ".utf8) + number(16, 4) + number(1, 2)
            + number(1, 2) + number(rate, 4) + number(2 * rate, 4) + number(2, 2) + number(16, 2)
            + Array("data".utf8) + number(bytes, 4)
        try Data(header + samples.littleEndianBytes).write(to: URL(fileURLWithPath: path))
        return path
    }

    /// Makes a file for the browser's microphone: a second of silence, the words, and two of silence.
    static func speech(_ text: String, in folder: TemporaryFolder) async throws -> String {
        let program = try ProgramUnderTest(
            "/usr/bin/espeak-ng", ["-v", "en-us+f3", "-s", "150", "-w", folder.path("words.wav"), text])
        try await program.exitCode()
        let words = try SoundFileReader(path: folder.path("words.wav"), rate: 48_000).read(480_000)
        let silence = [Int16](repeating: 0, count: 48_000)
        return try write(silence + words + silence + silence, rate: 48_000, to: folder.path("microphone.wav"))
    }
}
