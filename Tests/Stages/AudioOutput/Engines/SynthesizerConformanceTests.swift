import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusAudioOutput

/// Tests of the requirements on every ``Synthesizer``.
@Suite(.serialized, .timeLimit(.minutes(3))) struct SynthesizerConformanceTests {
    static let sentence = "The quick brown fox jumps over the lazy dog."
    static let story = String(repeating: "This is a sentence of a long story, and it goes on. ", count: 200)

    func spoken(_ speech: AudioEvent.Speech, _ engine: TestEngine.Running) async throws -> [Int16] {
        try await EspeakSynthesizerTests.samples(engine.synthesizer.synthesize(speech))
    }

    @Test("all engines are tested")
    func all() { #expect(Set(TestEngine.allCases.map { "\($0)" }) == Set(SynthesisEngine.allCases.map { "\($0)" })) }

    @Test(
        "words become sound of about the right length, and an empty text gives none", arguments: TestEngine.installed)
    func speaks(engine: TestEngine) async throws {
        let running = try await engine.start()
        #expect(!running.synthesizer.engine.isEmpty)
        let audio = try await running.synthesizer.synthesize(.init(Self.sentence))
        let samples = try await EspeakSynthesizerTests.samples(audio)
        #expect((1.5...5).contains(Double(samples.count) / Double(audio.rate)), "\(samples.count) at \(audio.rate) Hz")
        #expect(EspeakSynthesizerTests.loudness(samples) > 300)
        for empty in ["", " ", "\n\t "] { #expect(try await spoken(.init(empty), running).isEmpty) }
    }

    @Test("the volume is applied", arguments: TestEngine.installed)
    func volume(engine: TestEngine) async throws {
        let running = try await engine.start()
        let loud = EspeakSynthesizerTests.loudness(try await spoken(.init(Self.sentence), running))
        let soft = EspeakSynthesizerTests.loudness(try await spoken(.init(Self.sentence, volume: 0.25), running))
        #expect(abs(soft / loud - 0.25) < 0.05)
        let silent = try await spoken(.init(Self.sentence, volume: 0), running)
        #expect(!silent.isEmpty && silent.allSatisfy { $0 == 0 })
    }

    @Test("listed voices can be used; an unknown voice is an error", arguments: TestEngine.installed)
    func voices(engine: TestEngine) async throws {
        let running = try await engine.start()
        let voices = try await running.synthesizer.voices()
        #expect(Set(voices.map(\.identifier)).count == voices.count)
        for voice in voices.prefix(5) {
            #expect(!(try await spoken(.init("Hello.", voice: voice.identifier), running)).isEmpty, "\(voice)")
        }
        if engine.speaksGerman {
            let english = try await spoken(.init("Hello."), running)
            #expect(try await spoken(.init("Hello.", voice: "de"), running) != english)
        } else {
            let error = try await #require(throws: SynthesisError.self) {
                _ = try await spoken(.init("Hello.", voice: "de"), running)
            }
            #expect(error.code == .unknownVoice)
        }
        for name in ["Gandalf", "../../etc/passwd", String(repeating: "x", count: 100_000)] {
            let error = try await #require(throws: SynthesisError.self) {
                _ = try await spoken(.init("Hello.", voice: name), running)
            }
            #expect(error.code == .unknownVoice || error.code == .failed, "\(error)")
            #expect(!error.reason.isEmpty && error.reason.count < 500)
        }
    }

    @Test("values out of range are errors before anything is spoken", arguments: TestEngine.installed)
    func ranges(engine: TestEngine) async throws {
        let running = try await engine.start()
        let bad: [AudioEvent.Speech] = [
            .init("a", rate: 79), .init("a", rate: .max), .init("a", pitch: -1), .init("a", pitch: 101),
            .init("a", volume: -0.1), .init("a", volume: 1.1), .init("a", volume: .nan),
        ]
        for speech in bad {
            let error = try await #require(throws: SynthesisError.self) {
                _ = try await running.synthesizer.synthesize(speech)
            }
            #expect(error.code == .outOfRange)
        }
    }

    @Test(
        "markup is not read aloud, its pauses are kept, and invalid markup is refused", arguments: TestEngine.installed)
    func markup(engine: TestEngine) async throws {
        let running = try await engine.start()
        let rate = try await running.synthesizer.synthesize(.init("one")).rate
        let plain = try await spoken(.init("one two three"), running).count
        let marked = try await spoken(
            .init("<speak><p>one <prosody rate=\"medium\">two</prosody> three</p></speak>", format: .ssml), running)
        #expect(abs(marked.count - plain) < plain / 2, "\(marked.count) for \(plain)")
        let pause = try await spoken(
            .init("<speak>one two <break time=\"2s\"/> three</speak>", format: .ssml), running)
        #expect(pause.count - plain > rate * 3 / 2)
        let markdown = try await spoken(.init("one [2s] (two)[pitch:\"high\"] three", format: .markdown), running)
        #expect(markdown.count - plain > rate * 3 / 2)
        let error = try await #require(throws: SynthesisError.self) {
            _ = try await spoken(.init("<speak>one", format: .ssml), running)
        }
        #expect(error.code == .badMarkup)
    }

    @Test("a long text is synthesized on demand, in small blocks", arguments: TestEngine.installed)
    func long(engine: TestEngine) async throws {
        let running = try await engine.start()
        let story = String(Self.story.prefix(Self.story.count / 4))
        let audio = try await running.synthesizer.synthesize(.init(story, rate: 450))
        var (count, largest) = (0, 0)
        for try await block in audio.blocks {
            count += block.samples.count
            largest = max(largest, block.samples.count)
        }
        #expect(count > 37 * audio.rate)
        #expect(largest < audio.rate)
    }

    @Test(
        "a reader that stops blocks no other one, and a cancelled reader ends at once", arguments: TestEngine.installed)
    func demand(engine: TestEngine) async throws {
        let running = try await engine.start()
        let unread = try await running.synthesizer.synthesize(.init(Self.story))
        var iterator = unread.blocks.makeAsyncIterator()
        #expect(try await iterator.next() != nil)
        // Both take much less time than the story, which is some ten minutes of sound.
        #expect(try await time(to: "Hello.", running) < .seconds(10))
        #expect(try await iterator.next() != nil)
        let received = Watched(Received())
        let task = Task {
            for try await block in try await running.synthesizer.synthesize(.init(Self.story)).blocks {
                received.change { received in
                    guard received.cancelled == nil else { return received.after += 1 }
                    received.before += block.samples.count
                    guard received.before > 50_000 else { return }
                    received.cancelled = .now
                    withUnsafeCurrentTask { $0?.cancel() }
                }
            }
        }
        _ = await task.result
        let cancelled = try #require(
            received.value.cancelled, "the story was over before: \(received.value.before) samples")
        #expect(ContinuousClock.now - cancelled < .seconds(10))
        #expect(received.value.after == 0)
        #expect(try await time(to: "Hello.", running) < .seconds(10))
    }

    /// The samples that a reader gets before and after it cancels itself.
    private struct Received: Sendable {
        var before = 0
        var after = 0
        var cancelled: ContinuousClock.Instant?
    }

    /// Returns the time to synthesize a text.
    private func time(to text: String, _ engine: TestEngine.Running) async throws -> Duration {
        let began = ContinuousClock.now
        #expect(try await spoken(.init(text), engine).count > 4_000)
        return ContinuousClock.now - began
    }

    @Test("many texts at once are all synthesized completely", arguments: TestEngine.installed)
    func concurrent(engine: TestEngine) async throws {
        let running = try await engine.start()
        let alone = try await spoken(.init(Self.sentence), running).count
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 { group.addTask { try await spoken(.init(Self.sentence), running).count } }
            for try await count in group { #expect(abs(count - alone) < alone / 5) }
        }
    }
}
