import SaybusPhrases
import Testing

@Suite struct OwnSpeechTests {
    let spoken = ["There are three messages. The first is from Anna. Do you want to hear it?"]

    @Test(
        "one or two consecutive sentences of the assistant are detected, despite a misrecognized word",
        arguments: [
            "do you want to hear it", "the first is from hannah", "there are three messages the first is from anna",
        ])
    func own(heard: String) { #expect(OwnSpeech.repeats(heard, spoken: spoken)) }

    @Test(
        "an answer of the user is not detected, even with words of the question",
        arguments: ["yes", "hear it", "i want to hear the first one", "three messages", "what is the time now", ""])
    func others(heard: String) { #expect(!OwnSpeech.repeats(heard, spoken: spoken)) }
}
