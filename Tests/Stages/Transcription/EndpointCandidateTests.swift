import Testing

@testable import SaybusPocketSphinx
@testable import SaybusTranscription

@Suite("Possible ends of a turn")
struct EndpointCandidateTests {
    private static let lights = GrammarCompiler.compile(
        Vocabulary(phrases: ["lights on", "lights off", "lights off in the kitchen"])
    ).automaton

    /// Returns words of twenty frames each, the last of which ends a little later.
    private func heard(_ text: String, later: Int = 0) -> SphinxHypothesis {
        var words = text.split(separator: " ").enumerated().map { index, word in
            SphinxHypothesis.Segment(word: String(word), frames: index * 20...index * 20 + 19, score: 0)
        }
        words[words.count - 1].frames = words[words.count - 1].frames.lowerBound...words.count * 20 - 1 + later
        return SphinxHypothesis(segments: words)
    }

    private func moment(_ text: String, frames: Int) -> EndpointCandidate? {
        EndpointCandidate(heard(text), length: frames * SphinxHypothesis.frameLength, of: Self.lights)
    }

    private func sound(frames: Int, _ level: Int16) -> [Int16] {
        (0..<frames * SphinxHypothesis.frameLength).map { $0 / 20 % 2 == 0 ? level : -level }
    }

    @Test("a complete command and a pause of 0.1 s are a possible end; 0.25 s are needed if a word may follow")
    func begins() {
        #expect(moment("lights on", frames: 49) == nil)
        #expect(moment("lights on", frames: 50)?.length == 8_000)
        #expect(moment("lights off", frames: 64) == nil)
        #expect(moment("lights off", frames: 65) != nil)
        #expect(moment("lights", frames: 200) == nil)
        #expect(moment("lights off in the", frames: 200) == nil)
        #expect(EndpointCandidate(SphinxHypothesis(segments: []), length: 16_000, of: Self.lights) == nil)
    }

    @Test("a possible end holds while the words stay the same and end at the same time")
    func words() throws {
        let moment = try #require(self.moment("lights off", frames: 70))
        #expect(moment.holds(for: heard("lights off", later: 3)))
        #expect(!moment.holds(for: heard("lights off", later: 4)))
        #expect(!moment.holds(for: heard("lights on")))
        #expect(!moment.holds(for: heard("lights off in the kitchen")))
        #expect(!moment.holds(for: SphinxHypothesis(segments: [])))
    }

    @Test(
        "a possible end holds for the whole turn unless loud sound follows without a word, or the noise level changes")
    func sound() throws {
        let moment = try #require(self.moment("lights off", frames: 70))
        let turn = sound(frames: 40, 5_000) + sound(frames: 30, 20)
        // A helper, since an expectation on samples would print all of them on failure.
        func holds(before after: [Int16]..., text: String = "lights off") -> Bool {
            moment.holds(for: heard(text), in: turn + after.joined())
        }
        #expect(holds())
        #expect(holds(before: sound(frames: 100, 30)))
        #expect(holds(before: sound(frames: 8, 5_000), sound(frames: 8, 20)))
        #expect(!holds(before: sound(frames: 12, 1_200)))
        #expect(!holds(before: sound(frames: 300, 400)))
        #expect(!holds(text: "lights on"))
    }
}
