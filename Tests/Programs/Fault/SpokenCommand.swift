import Foundation
import SaybusMessages
import SaybusSound
import SaybusTesting
import Testing

/// A spoken sentence, made by espeak-ng for pocketsphinx, as 16-bit PCM at 16 kHz.
struct SpokenCommand {
    /// Whether both programs are installed.
    static let isPossible =
        FileManager.default.isExecutableFile(atPath: "/usr/bin/espeak-ng")
        && FileManager.default.fileExists(atPath: "/usr/share/pocketsphinx/model/en-us/en-us")

    /// The first half of the sentence.
    let firstHalf: [UInt8]
    /// The second half, and two seconds of silence. A listener waits for up to 1.8 s of silence when the last partial
    /// result is the beginning of a command, which it may be, however complete the sentence is: recognizers are late.
    let rest: [UInt8]
    /// The sentence and the silence.
    var all: [UInt8] { firstHalf + rest }

    /// Makes the sound of a sentence.
    /// - Parameter folder: The folder for a file of the sound.
    init(_ text: String, in folder: String) async throws {
        let path = "\(folder)/speech.wav"
        let program = try ProgramUnderTest("/usr/bin/espeak-ng", ["-v", "en-us+f3", "-s", "150", "-w", path, text])
        #expect(try await program.exitCode() == 0)
        let reader = try SoundFileReader(path: path, rate: 16_000)
        var samples: [Int16] = []
        while case let block = try reader.read(16_000), !block.isEmpty { samples += block }
        firstHalf = PCM.bytes(samples.prefix(samples.count / 2))
        rest = PCM.bytes(samples.dropFirst(samples.count / 2)) + [UInt8](repeating: 0, count: 64_000)
    }
}
