import SaybusMessages
import Testing

@testable import SaybusAppFiles
@testable import SaybusConversation
@testable import SaybusDispatch

struct CommandResolverTests {
    private func resolve(
        _ hypotheses: [SpeechIntent.Hypothesis], text: String = "go", empty: SpeechTranscript.EmptyReason? = nil
    ) throws -> CommandResolver.Resolution {
        CommandResolver(app: try makeApp([])).resolve(
            SpeechIntent(text: text, hypotheses: hypotheses, engine: "pattern", empty: empty))
    }

    @Test("a likely command of the app is invoked with all of its parameters")
    func invokes() throws {
        let parameters = ["n": Parameter(value: .number(1), words: "one", type: "Number")]
        let resolution = try resolve([
            .init(app: "test", type: "Go", confidence: 0.5, parameters: parameters, matcher: "go @n:Number")
        ])
        #expect(
            resolution
                == .invoke(
                    CommandInvoked(
                        app: "test", type: "Go", parameters: parameters, confidence: 0.5, matcher: "go @n:Number",
                        text: "go")))
    }

    @Test(
        "another app's command with a higher confidence is left to that app; on a tie the app counts whose name comes first"
    )
    func ignores() throws {
        let ours = SpeechIntent.Hypothesis(app: "test", type: "Go", confidence: 0.8)
        let theirs = SpeechIntent.Hypothesis(app: "mail", type: "Send", confidence: 0.9)
        #expect(try resolve([ours, theirs]) == .ignore)
        var equal = theirs
        equal.confidence = 0.8
        #expect(try resolve([equal, ours]) == .ignore)
        #expect(try resolve([ours, equal]) == .ignore)
        equal.app = "zoo"
        for hypotheses in [[ours, equal], [equal, ours]] {
            guard case .invoke = try resolve(hypotheses) else {
                Issue.record("test comes before zoo")
                return
            }
        }
    }

    @Test("of equally sure commands, that with the highest precedence counts, whatever the apps' names")
    func precedence() throws {
        let ours = SpeechIntent.Hypothesis(app: "test", type: "Go", confidence: 0.8, precedence: 2)
        let theirs = SpeechIntent.Hypothesis(app: "mail", type: "Send", confidence: 0.8, precedence: 1)
        for hypotheses in [[ours, theirs], [theirs, ours]] {
            guard case .invoke = try resolve(hypotheses) else {
                Issue.record("2 comes before 1")
                return
            }
        }
        let surer = SpeechIntent.Hypothesis(app: "mail", type: "Send", confidence: 0.9)
        #expect(try resolve([ours, surer]) == .ignore)
        var second = ours
        (second.type, second.precedence) = ("Stop", 3)
        #expect([ours, second].surest()?.type == "Go", "an app's own order stays")
    }

    @Test("unlikely hypotheses, no hypotheses, an unknown command and an invalid confidence are not understood")
    func notUnderstood() throws {
        #expect(try resolve([]) == .notUnderstood)
        #expect(try resolve([.init(app: "test", type: "Go", confidence: 0.499)]) == .notUnderstood)
        #expect(try resolve([.init(app: "test", type: "Gone", confidence: 1)]) == .notUnderstood)
        #expect(try resolve([.init(app: "test", type: "Go", confidence: .nan)]) == .notUnderstood)
    }

    @Test("an empty transcript is no speech, whatever its hypotheses")
    func noSpeech() throws {
        let sure = SpeechIntent.Hypothesis(app: "test", type: "Go", confidence: 1)
        #expect(try resolve([sure], text: "") == .noSpeech)
        #expect(try resolve([sure], text: " \n") == .noSpeech)
        #expect(try resolve([], empty: .silence) == .noSpeech)
    }

    @Test("speech that no recognizer understood is not understood, so that the user gets a response")
    func unrecognized() throws {
        #expect(try resolve([], text: "", empty: .unrecognized) == .notUnderstood)
    }

    @Test("a failed recognizer is reported as a failure, not as an utterance that was not understood")
    func recognizerFailed() throws {
        #expect(try resolve([], text: "", empty: .failed) == .recognizerFailed)
    }

    @Test("the six confidences are in ascending order")
    func confidences() {
        let all = [
            Confidence.none, Confidence.veryUnlikely, Confidence.unlikely, Confidence.likely, Confidence.veryLikely,
            Confidence.certain,
        ]
        #expect(all == [0, 0.1, 0.3, 0.5, 0.8, 1])
    }
}
