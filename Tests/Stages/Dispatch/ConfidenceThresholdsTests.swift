import SaybusMessages
import Testing

@testable import SaybusDispatch

@Suite struct ConfidenceThresholdsTests {
    @Test(
        "SayKit's levels say what happens to a command with an effect",
        arguments: [
            (Confidence.none, Assurance.insufficient), (Confidence.veryUnlikely, .insufficient),
            (Confidence.unlikely, .doubtful), (Confidence.likely, .sufficient), (Confidence.veryLikely, .sufficient),
            (Confidence.certain, .sufficient),
        ])
    func levels(words: Double, assurance: Assurance) {
        #expect(ConfidenceThresholds.effect.assurance(of: 0.9, words: words) == assurance)
    }

    @Test("typed words are carried out unasked, whatever the pattern")
    func typed() {
        let strict = ConfidenceThresholds(confirmBelow: 0.99, refuseBelow: 0.99)
        #expect(strict.assurance(of: 0.5, words: 1) == .sufficient)
        #expect(strict.assurance(of: 1, words: 0.98) == .insufficient)
    }

    @Test("with a threshold of 1 the user is asked each time, also about typed words", arguments: [0.5, 0.98, 1])
    func always(confidence: Double) {
        let always = ConfidenceThresholds(confirmBelow: 1, refuseBelow: 0.3)
        #expect(always.assurance(of: confidence, words: 1) == .doubtful)
        #expect(always.assurance(of: confidence, words: 0.99) == .doubtful)
    }

    @Test("open words count for what they are, words and values of a pattern do not make a command less sure")
    func patterns() {
        #expect(ConfidenceThresholds.certainty(of: 0.85, words: 0.6) == 0.6)
        #expect(ConfidenceThresholds.certainty(of: 0.6, words: 0.8) < 0.61)
        #expect(ConfidenceThresholds.effect.assurance(of: 0.55, words: 0.6) == .doubtful)
    }

    @Test("the explanation of a refused command and of one that is asked about names the confidence and the limit")
    func explanation() {
        func explanation(_ words: Double, _ thresholds: ConfidenceThresholds = .effect) -> String {
            let command = CommandInvoked(app: "lab", type: "Fail", parameters: [:], confidence: 1, text: "please fail")
            return thresholds.explanation(of: command, words: words)
        }
        #expect(explanation(0.2) == "lab: Fail was heard with 0.20, below refuse-below 0.30")
        #expect(explanation(0.499) == "lab: Fail was heard with 0.49, below confirm-below 0.50")
        let always = ConfidenceThresholds(confirmBelow: 1, refuseBelow: 0)
        #expect(explanation(1, always) == "lab: Fail is asked about each time: its confirm-below is 1")
    }

    @Test("a command's own thresholds replace the default ones, each by itself")
    func own() {
        let command = Catalog.Command(type: "C", patterns: ["go"], confirmBelow: 0.9)
        let thresholds = ConfidenceThresholds.answer.overridden(by: command)
        #expect(thresholds == ConfidenceThresholds(confirmBelow: 0.9, refuseBelow: 0.25))
        #expect(ConfidenceThresholds.answer.overridden(by: nil) == .answer)
    }

    @Test(
        "the question is a sentence of the pattern with the values that were heard, or the words",
        arguments: [
            ("set a timer for @minutes:Number minutes", "Set a timer for seven minutes?"),
            ("[please] (set|start) a @minutes:Number minute timer [now]", "Set a seven minute timer?"),
            ("timer [for @minutes:Number minutes]", "Timer for seven minutes?"),
            ("wake @whom", "What was heard?"), ("<rule> @minutes", "What was heard?"), (nil, "What was heard?"),
        ] as [(String?, String)])
    func question(pattern: String?, text: String) {
        let value = Parameter(value: .number(7), words: "seven", type: "Number")
        let command = CommandInvoked(
            app: "a", type: "C", parameters: ["minutes": value], confidence: 0.9, matcher: pattern,
            text: "what was heard")
        #expect(command.confirmationText == text)
    }
}
