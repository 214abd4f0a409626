import SaybusMessages
import Testing

@testable import SaybusTranscription
@testable import SaybusWhisper

@Suite("The decision between what Whisper writes and the sentences of the commands")
struct WhisperDecisionTests {
    private let commands = WhisperCommands(
        GrammarCompiler.compile(Vocabulary(phrases: ["make a note that @text", "stop the timer"])).automaton)

    /// Returns the result of a turn in which the decoder has found none of the sentences.
    private func result(of words: String, probability: Double = 0.9) -> RecognitionResult {
        let tokens = words.split(separator: " ").map { (text: Array(" \($0)".utf8), probability: probability) }
        var text = WhisperText(tokens: tokens, noSpeech: 0)
        text.sentences = []
        var turn = ExternalTurn(revision: nil)
        _ = turn.append((0..<4800).map { $0 < 1600 ? 0 : $0 % 100 < 50 ? 5000 : -5000 })
        return WhisperDecision(commands, turn, engine: "whisper").result(of: text)
    }

    @Test("a text that is a sentence with an open parameter but for a word around it becomes that sentence")
    func nearOpenSentence() {
        let near = result(of: "Make note that the back door is broken.")
        #expect(near.text == "make a note that the back door is broken")
        #expect(near.alternatives.map(\.text).contains("make note that the back door is broken"))
        // The words around the parameter were not heard as they are.
        #expect(near.confidence > 0.2 && near.confidence < result(of: "make a note that it rains").confidence)
    }

    @Test("the words around an open parameter count less the less sure the model is of its text")
    func unsureNearOpenSentence() {
        /// Returns the confidence in the corrected sentence by that in one which needs no correction.
        func share(at probability: Double) -> Double {
            let near = result(of: "Make note that the back door is broken.", probability: probability)
            return near.confidence / result(of: "make a note that it rains", probability: probability).confidence
        }
        #expect(share(at: 0.4) < 0.7 * share(at: 0.9))
    }

    @Test("a text that is near no sentence stays, also when it is near one without open parameters")
    func farText() {
        #expect(result(of: "What a lovely day it is.").text == "what a lovely day it is")
        #expect(result(of: "Stop that timer.").text == "stop that timer")
    }
}
