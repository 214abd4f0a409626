import Foundation
import SaybusMessages
import SaybusSound
import Testing

@testable import SaybusAppFiles
@testable import SaybusConversation

@Suite("Sound files in app files")
struct ToneFileTests {
    /// A temporary app folder with two sounds inside, one sound outside of it, a link to that sound, and a text
    /// file named like a sound.
    private final class AppFolder {
        let root = NSTemporaryDirectory() + "saybus-tone-" + UUID().uuidString.prefix(13).lowercased()
        var path: String { root + "/app" }

        init() async throws {
            try FileManager.default.createDirectory(atPath: path + "/sounds", withIntermediateDirectories: true)
            for name in ["outside.wav", "app/chime.wav", "app/sounds/ding.wav"] {
                let sink = try SoundFileSink(path: "\(root)/\(name)", rate: 16_000)
                try await sink.play([Int16](repeating: 1000, count: 1600))
                await sink.close()
            }
            try "This is no sound.".write(toFile: path + "/text.wav", atomically: true, encoding: .utf8)
            try FileManager.default.createSymbolicLink(
                atPath: path + "/link.wav", withDestinationPath: root + "/outside.wav")
        }

        deinit { try? FileManager.default.removeItem(atPath: root) }

        /// Returns an app with this tone.
        func app(_ tone: String) throws(AppFileError) -> App {
            let file = path + "/k.yaml"
            do {
                try "app: k\ncommands:\n  Go:\n    patterns: [go]\n    do:\n      - tone: \(tone)\n"
                    .write(toFile: file, atomically: true, encoding: .utf8)
            } catch { Issue.record(error) }
            return try App(file: file)
        }

        /// Returns the problems of an app with this tone, without the folder's path.
        func problems(_ tone: String) -> [String] {
            do throws(AppFileError) {
                _ = try app(tone)
                return []
            } catch {
                return error.description.replacing(path + "/", with: "").split(separator: "\n").map(String.init)
            }
        }
    }

    @Test("a sound file of the app's folder becomes an event with its path as written")
    func reads() async throws {
        let folder = try await AppFolder()
        for (tone, file) in [
            ("{file: chime.wav, volume: 0.5}", AudioEvent.File("chime.wav", volume: 0.5)),
            ("{file: sounds/ding.wav}", AudioEvent.File("sounds/ding.wav")),
            ("{file: sounds/../chime.wav}", AudioEvent.File("sounds/../chime.wav")),
        ] {
            let actions = try #require(try folder.app(tone).command("Go")).actions
            #expect(actions == [.file(file)])
            #expect(try actions.first?.audioEvent(values: [:]) == .file(file))
        }
    }

    @Test("a sound file that is missing, invalid or outside of the folder is reported with its position")
    func refuses() async throws {
        let folder = try await AppFolder()
        let must = "command Go: do: tone: file must be a sound file in the folder of this file, found the text"
        #expect(
            folder.problems("{file: none.wav}") == [
                "k.yaml:6:22: \(must) \"none.wav\": There is no file \"none.wav\"."
            ])
        #expect(
            folder.problems("{volume: 1, file: text.wav}") == [
                "k.yaml:6:33: \(must) \"text.wav\": \"text.wav\" is no sound file that can be read; WAV, FLAC, Ogg and MP3 can."
            ])
        for outside in ["../outside.wav", "sounds/../../outside.wav", "link.wav", "."] {
            #expect(
                folder.problems("{file: \(outside)}") == [
                    "k.yaml:6:22: \(must) \"\(outside)\": \"\(outside)\" is no file in the folder of sounds."
                ])
        }
        for address in ["soundbank://saybus/bell", "https://sounds.example/bell.wav"] {
            #expect(
                folder.problems("{file: \"\(address)\"}") == [
                    "k.yaml:6:22: \(must) \"\(address)\": an address is played by publish, as an event of an audio.sequence"
                ])
        }
        #expect(folder.problems("{file: \(folder.root)/outside.wav}").first?.contains("There is no file") == true)
        #expect(folder.problems("{file: sounds}").first?.contains("is not a file") == true)
    }

    @Test("a tone is either a frequency with a duration or a file")
    func exactlyOne() async throws {
        let folder = try await AppFolder()
        let what = "command Go: do: tone"
        #expect(
            folder.problems("{file: chime.wav, frequency: 440, duration: 1s}") == [
                "k.yaml:6:44: \(what): a sound file has no \"frequency\": it is as high and as long as it is",
                "k.yaml:6:59: \(what): a sound file has no \"duration\": it is as high and as long as it is",
            ])
        #expect(
            folder.problems("{volume: 1}") == [
                "k.yaml:6:15: \(what) lacks \"frequency\", or \"file\" for a sound file"
            ])
        #expect(folder.problems("{frequency: 440}") == ["k.yaml:6:15: \(what) lacks \"duration\""])
    }
}
