import SaybusConversation
import SaybusMessages
import SaybusTesting
import Testing

private struct FullShelf: Error, CustomStringConvertible {
    let description = "the shelf is full"
}

@Suite("Answers that cannot be used")
struct UnusableAnswerTests {
    @Test("an answer whose closure throws fails in words that name the question, which counts as unanswered")
    func thrown() async throws {
        let log = Log()
        let harness = try await Harness.asking {
            NumericalRequest("For how many weeks?") { _ in throw FullShelf() }.ifUnanswered { log.add("unanswered") }
        }
        _ = try await harness.say("help")
        let end = try await harness.say("three")
        #expect(end.outcome == .failed)
        #expect(end.reason == "the answer to \"For how many weeks?\" failed: the shelf is full")
        #expect(await log.lines == ["unanswered"])
        try await harness.stop()
    }

    @Test("an action that follows an answer fails in words that name the question")
    func action() async throws {
        let harness = try await Harness.asking {
            StringRequest("What note?") { _ in .say("Fine.") { throw FullShelf() } }
        }
        _ = try await harness.say("help")
        let end = try await harness.say("milk")
        #expect(end.outcome == .failed)
        #expect(end.reason == "the answer to \"What note?\" failed: the shelf is full")
        try await harness.stop()
    }

    @Test(
        "a yes that may have been misheard confirms nothing: the question is asked again, with the heard words"
    )
    func misheard() async throws {
        let log = Log()
        let harness = try await Harness.asking {
            ConfirmationRequest("Shall I?") { isYes in
                log.add("\(isYes)")
                return .done
            }
        }
        _ = try await harness.say("help")
        let unsure = try await harness.say("yes", confidence: 0.49)
        #expect(unsure.spoken == "Sorry, I may have misheard \"yes\". Shall I?")
        #expect(await log.lines.isEmpty)
        #expect(try await harness.say("yes", confidence: 0.5).outcome == .handled)
        _ = try await harness.say("help")
        #expect(try await harness.say("no", confidence: 0.4).outcome == .handled)
        #expect(await log.lines == ["true", "false"])
        try await harness.stop()
    }

    @Test("a question for words that match a pattern is not asked without patterns")
    func noPatterns() async throws {
        let harness = try await Harness.asking { PatternMatchRequest("Your move?", patterns: []) { _ in .done } }
        let end = try await harness.say("help")
        #expect(end.outcome == .failed)
        #expect(end.reason?.hasSuffix("it has no patterns") == true, "\(end)")
        #expect(harness.states.isEmpty)
        try await harness.stop()
    }

    @Test("a choice without options is not asked")
    func noOptions() async throws {
        let harness = try await Harness.asking { SelectRequest("Which?", options: []) { _ in .done } }
        let end = try await harness.say("help")
        #expect(end.outcome == .failed)
        #expect(end.reason?.contains("\"Which?\" cannot be asked") == true, "\(end)")
        #expect(end.reason?.hasSuffix("it has no options") == true, "\(end)")
        #expect(harness.states.isEmpty)
        try await harness.stop()
    }

    @Test("while tracks are suspended, the feedback of an answer keeps no later words waiting, which may resume them")
    func suspended() async throws {
        let harness = try await Harness { manager in
            let catalog = CommandRecognizerCatalog()
            catalog.addCommandRecognizer(
                PauseCommandRecognizer(responseBuilder: { [weak manager] in
                    manager?.trackCoordinator.suspendTracks()
                    return .say("Pausing.")
                }))
            catalog.addCommandRecognizer(
                PlayCommandRecognizer(responseBuilder: { [weak manager] in
                    manager?.trackCoordinator.resumeTracks()
                    return .say("Going on.")
                }))
            manager.commandRegistry = catalog
        }
        let paused = try harness.send("pause")
        #expect(try await harness.say("play").spoken == "Going on.")
        let end = await harness.recorder.first(TurnEnded.self) { $0.header.turn == paused }
        #expect(end?.body.outcome == .handled && end?.body.spoken == "Pausing.")
        try await harness.stop()
    }
}
