import Foundation
import SaybusMessages
import SaybusSound
import SaybusTesting

/// WAV files of the tests.
enum WaveFile {
    /// Writes 16-bit samples of one channel.
    /// - Returns: The file's path.
    static func write(_ samples: [Int16], rate: Int, to path: String) throws -> String {
        try Data(PCM.wavFile(samples, rate: rate)).write(to: URL(fileURLWithPath: path))
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
