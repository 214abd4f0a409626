import SaybusConversation
import SaybusMessages
import SaybusTesting
import Testing

@Suite("Words about a question")
struct RemarkTests {
    @Test("help, repeat and options are answered and use up no try; the answer then counts")
    func remarks() async throws {
        let log = Log()
        let harness = try await Harness.asking {
            SelectRequest("Which one?", options: ["Toby", "Susan"]) {
                log.add($0.selectedOption.label)
                return .say("Good.")
            }.ifUnanswered { log.add("nobody") }
        }
        _ = try await harness.say("help")
        for text in ["help", "repeat the question", "what are my options", "help me please"] {
            let end = try await harness.say(text)
            #expect(end.outcome == .handled)
            let isRepeated = text == "repeat the question"
            #expect(end.spoken == (isRepeated ? "Which one?" : "You can say Toby or Susan. Which one?"), "\(text)")
        }
        #expect(await log.lines.isEmpty)
        #expect(try await harness.say("peanut butter").spoken?.hasSuffix("Which one?") == true)
        #expect(try await harness.say("susan please").spoken == "Good.")
        #expect(await log.lines == ["Susan"])
        #expect(Set(harness.recorder.bodies(VoiceRequestStatus.self).map(\.request)).count == 1, "one question")
        let answers = harness.recorder.bodies(Catalog.self).last { $0.commands.map(\.type) == ["answer"] }
        #expect(answers?.commands.first?.patterns.contains { $0.contains("repeat") } == true, "they can be spoken")
        try await harness.stop()
    }

    @Test("who did not hear the question hears it again, and uses up no try")
    func pardon() async throws {
        let log = Log()
        let harness = try await Harness.asking {
            NumericalRequest("How warm?") { _ in .say("Good.") }.retrying(0).ifUnanswered { log.add("nobody") }
        }
        _ = try await harness.say("help")
        for text in ["what", "sorry", "huh", "excuse me", "pardon", "say again", "come again"] {
            #expect(try await harness.say(text).spoken == "How warm?", "\(text)")
        }
        #expect(try await harness.say("forty").spoken == "Good.")
        #expect(await log.lines.isEmpty)
        try await harness.stop()
    }

    @Test("silences with words about the question between them do not end one that is repeated without limit")
    func silences() async throws {
        let log = Log()
        let harness = try await Harness.asking {
            PatternMatchRequest("From whom?", patterns: ["from @name"]) { _ in .say("Good.") }
                .ifUnanswered { log.add("nobody") }
        }
        _ = try await harness.say("help")
        for _ in 1...2 {
            let silence = try harness.send("", empty: .silence)
            _ = try #require(await harness.recorder.first(TurnEnded.self) { $0.header.turn == silence })
            #expect(try await harness.say("repeat the question").spoken == "From whom?")
        }
        #expect(try await harness.say("from Kim").spoken == "Good.")
        #expect(await log.lines.isEmpty)
        try await harness.stop()
    }

    @Test("who calls a question off beside a value cancels it")
    func calledOff() async throws {
        let log = Log()
        let harness = try await Harness.asking {
            NumericalRequest("How warm?") { _ in
                log.add("a number")
                return .done
            }.ifCancelled { log.add("cancelled") }
        }
        for text in ["forty never mind", "cancel forty"] {
            _ = try await harness.say("help")
            #expect(try await harness.say(text).outcome == .cancelled, "\(text)")
        }
        #expect(await log.lines == ["cancelled", "cancelled"])
        #expect(harness.recorder.bodies(VoiceRequestStatus.self).last?.state == .cancelled)
        try await harness.stop()
    }

    @Test("an option named help is an answer, and a question for any words tells its own help")
    func answers() async throws {
        let log = Log()
        let harness = try await Harness.asking {
            SelectRequest("What?", options: ["Help", "Hope"]) { choice in
                log.add(choice.selectedOption.label)
                return .ask(StringRequest("Whose?") { .say("Of \($0).") }.helping("Say a name."))
            }
        }
        _ = try await harness.say("help")
        #expect(try await harness.say("help").spoken == "Whose?")
        #expect(await log.lines == ["Help"])
        #expect(try await harness.say("help").spoken == "Say a name. Whose?")
        #expect(try await harness.say("Kim").spoken == "Of Kim.")
        try await harness.stop()
    }

    @Test("each kind of question takes closures: for its answer, for none, and for a cancellation")
    func closures() async throws {
        let log = Log()
        let harness = try await Harness.asking {
            ConfirmationRequest("Shall I?") { yes in
                guard yes else { return .say("As you like.") }
                return .ask(
                    NumericalRequest("How many?", range: 1...9) { count in
                        .ask(
                            PatternMatchRequest("From whom?", patterns: ["from @name"]) {
                                .say("\(count.spokenText) from \($0.entities["name"]?.text ?? "").")
                            })
                    }.ifCancelled { log.add("cancelled") }, saying: "Good.")
            }.retrying(0).ifUnanswered { log.add("unanswered") }
        }
        _ = try await harness.say("help")
        #expect(try await harness.say("no").spoken == "As you like.")
        _ = try await harness.say("help")
        _ = try await harness.say("peanut butter")
        _ = try await harness.say("help")
        #expect(try await harness.say("yes").spoken == "Good. How many?")
        #expect(try await harness.say("never mind").outcome == .cancelled)
        _ = try await harness.say("help")
        _ = try await harness.say("yes")
        _ = try await harness.say("three")
        #expect(try await harness.say("from Kim").spoken == "3 from kim." || harness.spoken.last == "3 from Kim.")
        #expect(await log.lines == ["unanswered", "cancelled"])
        try await harness.stop()
    }
}
