import Foundation
import SaybusSound
import SaybusTesting
import Testing

/// A spoken sentence, made by espeak-ng for pocketsphinx.
enum SpokenCommand {
    /// Whether both programs are installed.
    static let isPossible =
        FileManager.default.isExecutableFile(atPath: "/usr/bin/espeak-ng")
        && FileManager.default.fileExists(atPath: "/usr/share/pocketsphinx/model/en-us/en-us")

    /// Returns a sentence and a second of silence as 16-bit PCM at 16 kHz.
    static func sound(_ text: String, in folder: String) async throws -> [UInt8] {
        let path = "\(folder)/speech.wav"
        let program = try ProgramUnderTest("/usr/bin/espeak-ng", ["-v", "en-us+f3", "-s", "150", "-w", path, text])
        #expect(try await program.exitCode() == 0)
        let reader = try SoundFileReader(path: path, rate: 16_000)
        var samples: [Int16] = []
        while case let block = try reader.read(16_000), !block.isEmpty { samples += block }
        samples += [Int16](repeating: 0, count: 16_000)
        return samples.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    }
}
