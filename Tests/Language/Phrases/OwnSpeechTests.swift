import SaybusPhrases
import Testing

@Suite struct OwnSpeechTests {
    let spoken = ["There are three messages. The first is from Anna. Do you want to hear it?"]

    @Test(
        "a sentence of the assistant's, or two that follow each other, is its own, though a word was misheard",
        arguments: [
            "do you want to hear it", "the first is from hannah", "there are three messages the first is from anna",
        ])
    func own(heard: String) { #expect(OwnSpeech.repeats(heard, spoken: spoken)) }

    @Test(
        "what the user says is not, though it has words of the question",
        arguments: ["yes", "hear it", "i want to hear the first one", "three messages", "what is the time now", ""])
    func others(heard: String) { #expect(!OwnSpeech.repeats(heard, spoken: spoken)) }
}
