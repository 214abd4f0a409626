import SaybusMessages
import Testing

@testable import SaybusConversation

@Suite("Completions of a sequence's events")
struct SequenceCompletionsTests {
    @Test("an event with nothing to play that stands first ends before the first sound")
    @ConversationActor
    func first() {
        let sequence = AudioEventSequence()
        var ended: [String] = []
        sequence.addEvent(SpeechEvent(utteranceString: "  ")) { _ in ended.append("blank") }
        sequence.addEvent(SpeechEvent(utteranceString: "One.")) { _ in ended.append("one") }
        sequence.addEvent(SpeechEvent(utteranceString: "Two.")) { _ in ended.append("two") }
        var completions = SequenceCompletions(sequence.items, on: .main)
        for item in 0...1 {
            let playback = AudioPlayback(sequence: MessageID(), item: item, state: .finished)
            for (completion, outcome) in completions.apply(playback) { completion(outcome) }
        }
        for (completion, outcome) in completions.end(unheard: nil) { completion(outcome) }
        #expect(ended == ["blank", "one", "two"])
    }

    @Test("the position of an interruption is limited to a day, whatever a report says")
    @ConversationActor
    func position() {
        for (reported, expected) in [(Int.min, 0), (700, 700), (Int.max, 86_400_000)] {
            let sequence = AudioEventSequence()
            var outcomes: [AudioOutcome] = []
            sequence.addEvent(SpeechEvent(utteranceString: "One.")) { outcomes.append($0) }
            var completions = SequenceCompletions(sequence.items, on: .main)
            let playback = AudioPlayback(
                sequence: MessageID(), item: 0, state: .interrupted, positionMs: reported)
            for (completion, outcome) in completions.apply(playback) { completion(outcome) }
            #expect(outcomes == [.interrupted(at: .milliseconds(expected))])
        }
    }
}
