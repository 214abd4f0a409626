import Foundation
import SaybusMessages
import SaybusTesting
import Testing

@Suite(
    "A skill with dialog, kept attributes, time zone and audio, by voice",
    .enabled(
        if: FileManager.default.isExecutableFile(atPath: "/usr/bin/espeak-ng")
            && FileManager.default.fileExists(atPath: "/usr/share/pocketsphinx/model/en-us/en-us")
            && MorningShow.python != nil,
        "espeak-ng, pocketsphinx-en-us and SAYBUS_PYTHON with ask-sdk-core are there"), .serialized)
struct MorningShowTests {
    private static func files(_ sequence: AudioSequence) -> [String] {
        sequence.events.compactMap { if case .file(let file) = $0 { file.path } else { nil } }
    }

    @Test(
        "the skill is asked without its name, leads a dialog, keeps the alarm in a file, knows the time zone, and plays"
    )
    func spoken() async throws {
        let folder = try TemporaryFolder()
        let show = try await MorningShow(in: folder)
        let example = try await Example(
            "saybus-dispatch", ["--skill", show.description], ears: true, environment: ["TZ": "Europe/Berlin"])
        // CanFulfillIntentRequest, then the intent.
        let first = try await example.speak("wake me up at seven")
        #expect(first.spoken?.hasSuffix(" o'clock, right?") == true, "\(first)")
        #expect(example.recorder.all(IntentOffer.self).map(\.body.answer) == [.yes])
        #expect(try await example.speak("no").spoken == "All right, I will not wake you. What else?")
        #expect(try await example.say("wake me up").spoken == "At what hour?")
        #expect(try await example.say("at fourteen").spoken == "14 is no hour of the morning. At what hour?")
        // The test does not depend on which of the numbers it heard.
        let question = try #require(try await example.speak("eight o'clock").spoken)
        let hour = try #require(question.firstMatch(of: /At (\d+) o'clock, right\?/)?.1, "\(question)")
        #expect(try await example.speak("yes please").spoken == "I will wake you at \(hour). What else?")
        #expect(try await example.speak("play the show").outcome == .handled)
        _ = try #require(
            await example.recorder.first(AudioSequence.self) {
                Self.files($0.body) == ["soundbank://saybus/bell"]
            })
        let files = example.recorder.all(AudioSequence.self).flatMap { Self.files($0.body) }
        #expect(files == ["soundbank://saybus/bird", "soundbank://saybus/bell"], "the second one was enqueued")
        try await example.stop()
        show.stop()
        // A new process of the skill, and a new dispatcher.
        let again = try await MorningShow(in: folder)
        let later = try await Example(
            "saybus-dispatch", ["--skill", again.description], environment: ["TZ": "America/New_York"])
        let greeting = try #require(try await later.say("open morning show").spoken)
        #expect(greeting.hasSuffix(", New York. Shall I wake you, or play the show?"), "\(greeting)")
        #expect(try await later.say("when do you wake me").spoken == "I wake you at \(hour).")
        try await later.stop()
        again.stop()
    }
}
