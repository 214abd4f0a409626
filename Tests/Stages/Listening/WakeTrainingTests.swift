import Foundation
import SaybusEspeakNG
import SaybusMicroWakeWord
import SaybusStage
import SaybusTesting
import Testing

@testable import SaybusListening

/// Made-up vectors of speech. A word is a row of them, a voice adds its own numbers.
private struct Speech {
    private var generator = SystemNumbers()

    mutating func vector() -> [Float] {
        let values = (0..<SpeechEmbedding.count).map { _ in generator.next() }
        let length = values.reduce(0) { $0 + $1 * $1 }.squareRoot()
        return values.map { $0 / length }
    }

    mutating func vectors(_ count: Int) -> [[Float]] { (0..<count).map { _ in vector() } }

    /// Returns vectors of a word by another voice.
    mutating func said(_ word: [[Float]], difference: Float = 0.5) -> [[Float]] {
        word.map { own in
            let mixed = zip(own, vector()).map { $0 + difference * $1 }
            let length = mixed.reduce(0) { $0 + $1 * $1 }.squareRoot()
            return mixed.map { $0 / length }
        }
    }

    mutating func recording(_ word: [[Float]]) -> WakeRecording {
        let said = said(word)
        return WakeRecording(
            vectors: vectors(20) + said + vectors(20), windows: [WindowSearch.joined(said[...])],
            noisy: vectors(20) + self.said(said) + vectors(20))
    }

    /// Repeatable numbers between -1 and 1.
    private struct SystemNumbers {
        var state: UInt64 = 7

        mutating func next() -> Float {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Float(state >> 40) / Float(1 << 23) - 1
        }
    }
}

@Suite("Trained wake words")
struct WakeTrainingTests {
    @Test("a word is learnt from a few voices, heard in others, and told apart from other speech")
    func learns() throws {
        var speech = Speech()
        let word = speech.vectors(WindowSearch.length)
        let recordings = (0..<5).map { _ in speech.recording(word) }
        var training = try WakeTraining(phrase: "Hallo Lampe", recordings: recordings)
        training.hear(other: speech.vectors(5000), seconds: 400)
        for _ in 0..<10 { training.check(speech.recording(word)) }
        let (learnt, report) = training.finish()
        #expect(report.missedInNoise == 0)
        #expect(report.recordings == 5 && report.missed == 0 && report.checked == 10 && report.checkedMissed == 0)
        #expect(report.falseAlarms == 0 && abs(report.hoursOfOtherSound - 400.0 / 3600) < 1e-9)
        let other = try #require(report.likestOther)
        #expect(
            other < report.cutoff && report.cutoff < (report.likenesses.min() ?? 0) && learnt.cutoff == report.cutoff)
    }

    @Test("recordings of different words are missed in the report, and so are other words")
    func different() throws {
        var speech = Speech()
        let words = (0..<4).map { _ in speech.vectors(WindowSearch.length) }
        var training = try WakeTraining(phrase: "x", recordings: words.map { speech.recording($0) })
        training.check(speech.recording(speech.vectors(WindowSearch.length)))
        let (_, report) = training.finish()
        #expect(report.missedInNoise == 4)
        #expect(report.missed == 4 && report.checkedMissed == 1 && report.likestOther == nil)
        // Many places are as like as such recordings are. None is the wake word, and none may wake.
        training.hear(other: speech.vectors(5000), seconds: 400)
        let withOther = training.finish().1
        #expect(withOther.suspects.isEmpty && withOther.missed >= 2 && withOther.falseAlarms < 20)
    }

    @Test("the cutoff lies between other sound and the recordings, and false alarms do not choose their own cutoff")
    func cutoffs() throws {
        #expect(abs(WakeTraining.cutoff([0.7, 0.8, 0.9], other: 0.4) - 0.52) < 1e-6)
        #expect(WakeTraining.cutoff([0.3], other: 0.4) == 0.4)
        #expect(WakeTraining.cutoff([0.75], other: nil) > WakeTraining.usualOther)
        var speech = Speech()
        let word = speech.vectors(WindowSearch.length)
        var training = try WakeTraining(phrase: "x", recordings: (0..<3).map { _ in speech.recording(word) })
        // The word itself is in one half only, so the other half's cutoff lets it through.
        training.hear(other: speech.vectors(200) + word + speech.vectors(20), seconds: 20, name: "evening.flac")
        training.hear(other: speech.vectors(20), seconds: 2)
        let report = training.finish().1
        #expect(report.falseAlarms >= 1)
        // It does not raise the cutoff above the recordings, and is named.
        #expect(report.missed == 0 && report.cutoff < (report.likenesses.min() ?? 0))
        let suspect = try #require(report.suspects.first)
        #expect(suspect.name == "evening.flac" && abs(suspect.second - (199 * 0.08 - 1.5)) < 0.2, "\(suspect)")
        #expect(report.suspects.count == 1)
    }

    @Test("the place of the word is the end of its likest window, once")
    func place() {
        var speech = Speech()
        let word = speech.vectors(WindowSearch.length)
        var search = TrainedWakeSearch(WindowSearch.joined(word[...]), cutoff: 0.6)
        for vector in speech.vectors(30) { #expect(search.take(vector) == nil) }
        search.begin()
        var places: [Int] = []
        for vector in speech.said(word, difference: 0.2) + speech.vectors(20) {
            if let place = search.take(vector) { places.append(place) }
        }
        let complete = SpeechEmbedding.first + 37 * SpeechEmbedding.step
        #expect(places == [complete - WindowSearch.delay - WakeRecording.quietBefore])
        #expect(TrainedWakeSearch.cutoff(0.5, sensitivity: 300) == 0.5)
        #expect(TrainedWakeSearch.cutoff(0.5, sensitivity: 500) < 0.45)
        #expect(TrainedWakeSearch.cutoff(0.5, sensitivity: 0) > 1)
    }

    @Test("too few recordings, silence, and sound that is too long are refused, with what to do")
    func refused() throws {
        var speech = Speech()
        let word = speech.vectors(WindowSearch.length)
        let two = (0..<2).map { _ in speech.recording(word) }
        let failure = #expect(throws: StageFailure.self) { try WakeTraining(phrase: "x", recordings: two) }
        #expect(failure?.code == .usage)
        #expect(throws: StageFailure.self) { try WakeTraining(phrase: "!", recordings: two + two) }
        #expect(WakeRecording.problem(with: []) != nil)
        #expect(WakeRecording.problem(with: [Int16](repeating: 0, count: 16_000)) != nil)
        #expect(WakeRecording.problem(with: [Int16](repeating: 900, count: 64_000))?.contains("4000 ms") == true)
        // The noise of a room, in which nobody speaks.
        let room = QuietRoom.samples(32_000).map { $0 * 8 }
        #expect(WakeRecording.problem(with: room)?.contains("steady sound") == true)
        let good = QuietRoom.samples(8_000) + [Int16](repeating: 900, count: 8_000) + QuietRoom.samples(8_000)
        #expect(WakeRecording.problem(with: good) == nil && WakeRecording.sound(in: good) == 8_000..<16_000)
    }

    @Test("a file that is cut short, of another kind or of another version is refused")
    func files() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/word.json"
        var speech = Speech()
        let word = speech.vectors(WindowSearch.length)
        let (learnt, _) = try WakeTraining(
            phrase: "Hallo, Lampe", recordings: (0..<3).map { _ in speech.recording(word) }
        ).finish()
        try learnt.write(to: path)
        #expect(throws: StageFailure.self) { try learnt.write(to: folder.path + "/none/word.json") }
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/none"))
        let read = try TrainedWakeWord(path: path)
        #expect(read == learnt && read.hears("hallo lampe!") && !read.hears("hallo"))
        #expect(TrainedWakeWord.isTrained(path))
        var settings = WakeEngine.Settings()
        settings.manifests = [path]
        try WakeEngine.auto.checkModels(settings, for: ["hey computer", "hallo lampe"])
        let chosen = settings
        let other = #expect(throws: StageFailure.self) {
            try WakeEngine.auto.checkModels(chosen, for: ["hallo lamp"])
        }
        #expect(other?.code == .usage && other?.reason.contains("\"Hallo, Lampe\", and not of \"hallo lamp\"") == true)
        let whole = try String(contentsOfFile: path, encoding: .utf8)
        func code(_ text: String) throws -> StageFailure.Code? {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            do throws(StageFailure) {
                _ = try TrainedWakeWord(path: path)
                return nil
            } catch {
                return error.code
            }
        }
        #expect(try code(whole) == nil)
        #expect(try code(String(whole.prefix(whole.count / 2))) == .configuration)
        #expect(try code("{\"type\": \"micro\"}") == .configuration)
        #expect(try code(whole.replacingOccurrences(of: "\"version\":1", with: "\"version\":2")) == .configuration)
        #expect(try code(whole.replacingOccurrences(of: "\"cutoff\":", with: "\"cutoff\":-")) == .configuration)
        let missing = #expect(throws: StageFailure.self) { try TrainedWakeWord(path: "/nowhere.json") }
        #expect(missing?.code == .unavailable && missing?.reason.contains("No such file or directory") == true)
        #expect(try code(String(repeating: " ", count: TrainedWakeWord.maximumFileBytes + 1)) == .configuration)
    }

    @Test(
        "with the model, a phrase in another language is learnt from three voices and heard in a fourth one",
        .enabled(
            if: SynthesizedSpeech.isAvailable && (try? WakeRecordingReader()) != nil,
            "needs espeak-ng and the model speech-embedding"))
    func model() async throws {
        let reader = try WakeRecordingReader()
        func said(_ voice: String) throws -> [Int16] {
            try SynthesizedSpeech.samples("hallo lampe", voice: voice, speed: 150) + SynthesizedSpeech.silence(0.5)
        }
        let recordings = try ["de", "de+f2", "de+m3"].map { try reader.recording(try said($0), name: $0) }
        let (word, report) = try WakeTraining(phrase: "hallo lampe", recordings: recordings).finish()
        #expect(report.missed <= 1)
        let detector = try TrainedWakeDetector(word)
        let recording = try said("de+m1")
        let places = try await RecordedWakeWords.positions(
            in: SynthesizedSpeech.silence(1) + recording + SynthesizedSpeech.silence(1.5), detector)
        #expect(places.count == 1)
        #expect(places.allSatisfy { (16_000...17_600 + recording.count).contains($0) })
        let others = try WakeTests.others.flatMap {
            try SynthesizedSpeech.samples($0, voice: "en-us") + SynthesizedSpeech.silence(0.6)
        }
        #expect(try await RecordedWakeWords.positions(in: others, detector).isEmpty)
    }

    @Test("noise for training is repeatable, within its bounds of loudness, and leaves silence alone")
    func noise() {
        let word = (0..<16_000).map { Int16(8_000 * sin(Double($0) / 10)) }
        var (one, same, other) = (TrainingNoise(for: word), TrainingNoise(for: word), TrainingNoise(for: [1]))
        let noisy = one.mixed(into: word)
        #expect(noisy == same.mixed(into: word) && noisy != other.mixed(into: word) && noisy.count == word.count)
        let noise = zip(noisy, word).map { Double($0) - Double($1) }
        let loudest =
            stride(from: 0, to: 16_000, by: 2048).map { start in
                noise[start..<min(16_000, start + 2048)].reduce(0) { $0 + $1 * $1 }
            }.max() ?? 0
        let speech = word.prefix(2048).reduce(0) { $0 + Double($1) * Double($1) }
        #expect((4.5...12.5).contains(10 * log10(speech / loudest)))
        #expect(one.mixed(into: [0, 0, 0]) == [0, 0, 0] && one.mixed(into: []) == [])
    }
}
