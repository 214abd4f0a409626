import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Synchronization
import Testing

@testable import SaybusConversation

@Suite("Questions of a YAML app over a bus")
struct DialogFileTests {
    private static var pizza: String {
        get throws {
            let folder = PackageFolder.containing().path
            return try String(contentsOfFile: folder + "/deploy/examples/pizza.yaml", encoding: .utf8)
        }
    }

    @Test("an order enters a topic and asks for a choice, a number and a confirmation, each once; toppings can follow")
    func order() async throws {
        let harness = try await AppHarness(Self.pizza)
        #expect(try await harness.say("add olives").outcome == .notUnderstood, "the topic is not entered")
        let order = try await harness.say("i want a pizza")
        #expect(order.outcome == .handled && order.command == "OrderPizza")
        #expect(order.spoken == "Welcome to the pizzeria. What size?")
        #expect(try await harness.say("purple").spoken == "We have no such size. Small, medium or large?")
        #expect(try await harness.say("the big one").spoken == "How many large pizzas?")
        #expect(try await harness.say("small", in: try #require(Session(rawValue: "other"))).outcome == .notUnderstood)
        let foreign = try #require(harness.recorder.bodies(SpeechIntent.self).last)
        #expect(foreign.hypotheses.isEmpty, "an answer is one where it was asked for")
        #expect(try await harness.say("two hundred").spoken?.contains("is not between 1 and 20") == true)
        #expect(try await harness.say("two").spoken == "2 large pizzas. Is that right?")
        let done = try await harness.say("yes please")
        #expect(done.spoken == "Thank you. You can add toppings, deliver it, or say that is all.")
        #expect(done.outcome == .handled && done.app == "pizzeria")
        let published = try #require(harness.recorder.messages.first { $0.header.kind == "pizzeria.order" })
        #expect(try JSONValue(parsing: published.body) == ["size": "large", "count": 2])
        #expect(try await harness.say("with salami").spoken == "With pepperoni.")
        #expect(try await harness.say("say that again").spoken == "With pepperoni.")
        #expect(try await harness.say("help").spoken == "Say what goes on your pizza, or that is all.")
        #expect(try await harness.say("bring it to me").spoken == "Where to?")
        #expect(try await harness.say("bring it to elm street").spoken == "To elm street.")
        // The topic is not entered in another conversation.
        let other = try #require(Session(rawValue: "other"))
        #expect(try await harness.say("add olives", in: other).outcome == .notUnderstood)
        let intent = try #require(harness.recorder.bodies(SpeechIntent.self).last)
        #expect(!intent.hypotheses.contains { $0.type == "AddTopping" }, "it is no reading where it cannot be said")
        #expect(try await harness.say("that is all").spoken == "Your pizza is on its way.")
        #expect(try await harness.say("add olives").outcome == .notUnderstood)
        let states = harness.recorder.bodies(VoiceRequestStatus.self)
        #expect(Set(states.filter { $0.state == .presented }.map(\.request)).count == 3)
        #expect(states.filter { $0.state == .completed }.count == 3)
        #expect(states.first?.question.options == ["small", "medium", "large"])
    }

    @Test("a program that ends waits neither for the actions of an answer nor for what they have started")
    func cutOff() async throws {
        try await expectCutOff("kind: confirmation, yes: [{exec: $call}]") { harness in
            try harness.client.publish(SpeechTranscript(text: "yes", confidence: 1, engine: "text"), turn: TurnID())
        }
    }

    @Test("a program that ends does not wait for the actions that follow an unanswered question")
    func cutOffAfterSilence() async throws {
        try await expectCutOff("kind: confirmation, patience: 100ms, retries: 0, unanswered: [{exec: $call}]") { _ in }
    }

    /// Expects that a dispatcher ends soon while a question's action runs a program, and that the program ends, too.
    /// - Parameters:
    ///   - question: The members of the question; `$call` stands for the program.
    ///   - answer: Answers the question.
    private func expectCutOff(_ question: String, _ answer: (AppHarness) throws -> Void) async throws {
        let folder = try TemporaryFolder()
        let began = try NamedPipe(in: folder, "began")
        let script = #"exec 3> "$1"; echo began >&3; exec sleep 300"#
        let call = "{run: [sh, -c, '\(script)', sh, \"\(began.path)\"], timeout: 600s}"
        let harness = try await AppHarness(
            """
            app: slow
            commands:
              Ask:
                patterns: [ask me]
                do: [{ask: {prompt: "Ready?", \(question.replacing("$call", with: call))}}]
            """)
        // The time limit of an answer begins when a listening stage listens.
        let listener = try await ListenerDouble(harness.test)
        defer { withExtendedLifetime(listener) {} }
        #expect(try await harness.say("ask me").spoken == "Ready?")
        try answer(harness)
        for await _ in began.lines { break }
        try await stop(harness.dispatch, whosePipeIs: began)
    }

    /// Stops a dispatcher, and expects that it ends soon, together with the program that holds a pipe open.
    private func stop(_ dispatch: ProgramUnderTest, whosePipeIs pipe: NamedPipe) async throws {
        let stopped = ContinuousClock.now
        dispatch.send(SIGTERM)
        try await dispatch.exitCode(within: .seconds(20))
        await pipe.waitForEnd()
        #expect(ContinuousClock.now - stopped < .seconds(10))
    }

    @Test("a cancelled question, and one whose retries are exhausted, run the file's actions for that case")
    func unanswered() async throws {
        let harness = try await AppHarness(Self.pizza)
        _ = try await harness.say("order a pizza")
        let off = try await harness.say("never mind")
        #expect(off.outcome == .cancelled && off.spoken == "No pizza, then.")
        #expect(try await harness.say("that is all").outcome == .notUnderstood, "the topic has been left")
        _ = try await harness.say("order a pizza")
        for _ in 1...2 { #expect(try await harness.say("purple").spoken?.hasSuffix("Small, medium or large?") == true) }
        #expect(try await harness.say("purple").spoken == "No pizza, then.")
        #expect(try await harness.say("say that again").outcome == .handled, "commands again")
    }

    @Test("no and a command answers a question of the app, and replaces a command that was asked about")
    func commandAfterNo() async throws {
        let harness = try await AppHarness(
            """
            app: hotel
            commands:
              Order:
                patterns: [order a burger]
                do: [{ask: {kind: confirmation, prompt: Anything else?, "no": [{speak: Just the burger.}]}}]
              Done: {patterns: ["that's all"], do: [{speak: All done.}]}
              Charge:
                patterns: ["charge @n:Number dollars"]
                confirm: "{n} dollars?"
                confirm-below: 1
                do: [{speak: "{n} charged."}]
            """)
        #expect(try await harness.say("order a burger").spoken == "Anything else?")
        #expect(try await harness.say("no, that's all").spoken == "Just the burger.")
        #expect(try await harness.say("charge 40 dollars").spoken == "40 dollars?")
        #expect(try await harness.say("no, charge 50 dollars").spoken == "50 dollars?")
        #expect(try await harness.say("no, I meant sixty").spoken == "60 dollars?", "another value of the command")
        #expect(try await harness.say("no, 70").spoken == "70 dollars?")
        #expect(try await harness.say("yes").spoken == "70 charged.")
    }

    @Test("the yes to a command that was asked about is not the value of its parameter of the name answer")
    func parameterCalledAnswer() async throws {
        let harness = try await AppHarness(
            """
            app: quiz
            commands:
              Guess:
                patterns: ["my answer is @answer"]
                confirm: "{answer}?"
                confirm-below: 1
                do: [{speak: "You said {answer}."}]
            """)
        #expect(try await harness.say("my answer is paris").spoken == "paris?")
        #expect(try await harness.say("yes").spoken == "You said paris.")
    }

    @Test("the answer to a question with patterns has the identifier of the value that was said")
    func identifier() async throws {
        let harness = try await AppHarness(
            """
            app: k
            types: {Topping: [{value: olives, id: T1, synonyms: [green ones]}, ham]}
            commands:
              Order:
                patterns: [order something]
                do:
                  - ask:
                      kind: pattern
                      prompt: With what?
                      patterns: ["[with] @t:Topping"]
                      do: [{speak: "{t} is {t.id|none}."}]
            """)
        for (answer, spoken) in [("with green ones", "olives is T1."), ("ham", "ham is none.")] {
            #expect(try await harness.say("order something").spoken == "With what?")
            #expect(try await harness.say(answer).spoken == spoken)
        }
    }

    @Test(
        "the speech after a cancelled question is played before the next question")
    func lastWords() async throws {
        let harness = try await AppHarness(
            """
            app: stove
            commands:
              Oven:
                patterns: [heat the oven]
                do: [{ask: {kind: number, prompt: How hot?, as: degrees, unanswered: [{speak: No oven then.}], do: [{log: x}]}}]
            """)
        #expect(try await harness.say("heat the oven").spoken == "How hot?")
        harness.audio.hold()
        func send(_ text: String) throws {
            try harness.client.publish(SpeechTranscript(text: text, confidence: 1, engine: "text"), turn: TurnID())
        }
        try send("never mind")
        let words = await harness.recorder.first(AudioSequence.self) { $0.body.spokenText == "No oven then." }
        try send("heat the oven")
        let presented = await harness.recorder.first(VoiceRequestStatus.self) {
            [recorder = harness.recorder] message in
            message.body.state == .presented
                && message.body.request != recorder.bodies(VoiceRequestStatus.self).first?.request
        }
        try #require(presented != nil)
        try harness.audio.release()
        let prompt = await harness.recorder.first(AudioSequence.self) { message in
            message.body.spokenText == "How hot?" && message.header.at > words?.header.at ?? 0
        }
        let messages = harness.recorder.messages
        let said = messages.firstIndex {
            guard let playback = try? $0.decode(AudioPlayback.self).body else { return false }
            return playback.sequence == words?.header.id && playback.state == .finished
        }
        let asked = messages.firstIndex { $0.header.id == prompt?.header.id }
        #expect(try #require(said) < #require(asked))
    }

    @Test("during an answer that leads to a question, a command is carried out, and other words wait to answer it")
    func beforeAQuestion() async throws {
        let harness = try await AppHarness(
            """
            app: stove
            commands:
              Oven:
                patterns: [heat the oven]
                do: [{speak: Yes.}, {ask: {kind: string, prompt: How hot?, as: heat, do: [{speak: "{heat}, then."}]}}]
              Halt: {patterns: [halt], do: [{speak: Halted.}]}
            """)
        harness.audio.hold()
        let asking = try harness.send("heat the oven")
        _ = try #require(
            await harness.recorder.first(AudioPlayback.self) { $0.header.turn == asking && $0.body.state == .started })
        let answer = try harness.send("lukewarm")
        let halt = try harness.send("halt")
        _ = try #require(await harness.recorder.first(CommandInvoked.self) { $0.header.turn == halt })
        #expect(harness.recorder.bodies(VoiceRequestStatus.self).isEmpty, "the question comes after the answer")
        try harness.audio.release()
        let end = try #require(await harness.recorder.first(TurnEnded.self) { $0.header.turn == answer })
        #expect(end.body.spoken == "lukewarm, then.", "\(end.body)")
    }

    /// An app with a question after an answer, and one without any answer before it.
    private static let twoQuestions = """
        app: stove
        commands:
          Oven:
            patterns: [heat the oven]
            do: [{speak: Yes.}, {ask: {kind: string, prompt: How hot?, as: heat, do: [{speak: "{heat}, then."}]}}]
          Table:
            patterns: [book a table]
            do: [{ask: {kind: string, prompt: For whom?, as: guest, do: [{speak: "For {guest}."}]}}]
        """

    /// Lets an app ask a question during the answer that comes before another question.
    /// - Returns: The turn of the answer.
    private func askDuringAnswer(_ harness: AppHarness) async throws -> TurnID {
        harness.audio.hold()
        let oven = try harness.send("heat the oven")
        _ = try #require(
            await harness.recorder.first(AudioPlayback.self) { $0.header.turn == oven && $0.body.state == .started })
        let table = try harness.send("book a table")
        _ = try #require(
            await harness.recorder.first(AudioPlayback.self) { $0.header.turn == table && $0.body.state == .started })
        return oven
    }

    @Test("the answer to a question that was asked during an earlier answer does not wait for the end of that one")
    func duringAnAnswer() async throws {
        let harness = try await AppHarness(Self.twoQuestions)
        _ = try await askDuringAnswer(harness)
        let answer = try harness.send("the cook")
        _ = try #require(
            await harness.recorder.first(VoiceRequestStatus.self) {
                $0.body.question.prompt == "For whom?" && $0.body.state == .completed
            })
        // The double has stopped all that sounded.
        _ = try #require(
            await harness.recorder.first(VoiceRequestStatus.self) {
                $0.body.question.prompt == "How hot?" && $0.body.state == .presented
            })
        try harness.audio.release()
        let end = try #require(await harness.recorder.first(TurnEnded.self) { $0.header.turn == answer })
        #expect(end.body.spoken == "For the cook.", "\(end.body)")
        #expect(try await harness.say("lukewarm").spoken == "lukewarm, then.")
    }

    @Test("a question that follows an answer is not asked while one is open to which a later command has led")
    func laterQuestion() async throws {
        let harness = try await AppHarness(Self.twoQuestions)
        let oven = try await askDuringAnswer(harness)
        try harness.audio.release()
        let end = try #require(await harness.recorder.first(TurnEnded.self) { $0.header.turn == oven }).body
        #expect(end.outcome == .handled && end.reason?.hasPrefix("its question is not asked") == true, "\(end)")
        #expect(try await harness.say("the cook").spoken == "For the cook.")
        let prompts = harness.recorder.bodies(VoiceRequestStatus.self).map(\.question.prompt)
        #expect(Set(prompts) == ["For whom?"])
    }

    @Test("a dispatch stage that starts during another app's question leaves the answer to that app")
    func lateDispatcher() async throws {
        let harness = try await AppHarness(
            """
            app: asks
            commands:
              Run: {patterns: [run], do: [{ask: {kind: string, prompt: What?, as: what, do: [{speak: "{what}, then."}]}}]}
            """)
        #expect(try await harness.say("run").spoken == "What?")
        let file = harness.file + ".late.yaml"
        try "app: late\ncommands: {Search: {patterns: [search for @what], do: [{speak: Searching.}]}}"
            .write(toFile: file, atomically: true, encoding: .utf8)
        let late = try ProgramUnderTest(
            "saybus-dispatch", ["--bus", harness.test.address.url, "--instance", "late", "--app", file])
        try await late.ready()
        let count = Mutex(0)
        let again = await harness.recorder.first(VoiceRequestStatus.self) { message in
            message.body.state == .listening
                && count.withLock {
                    $0 += 1; return $0 == 2
                }
        }
        #expect(again != nil)
        try await harness.waitForIntentStage()
        #expect(try await harness.say("search for science").spoken == "search for science, then.")
        #expect(!harness.recorder.bodies(CommandInvoked.self).contains { $0.app == "late" })
    }

    private static let asking = """
        app: asks
        commands:
          Run:
            patterns: [run]
            do: [{ask: {kind: string, prompt: What?, as: what, do: [{exec: [PROGRAM]}, {speak: Done.}]}}]
          Later:
            patterns: [later]
            do: [{exec: [PROGRAM]}, {ask: {kind: confirmation, prompt: Really?, yes: [{log: x}]}}]
        """

    @Test("an action that fails after an answer, or before a question, ends the turn as failed with an apology")
    func failures() async throws {
        let harness = try await AppHarness(Self.asking.replacingOccurrences(of: "PROGRAM", with: "/bin/false"))
        #expect(try await harness.say("run").spoken == "What?")
        let end = try await harness.say("anything")
        #expect(end.outcome == .failed && end.spoken == "Sorry, that did not work.")
        #expect(end.reason?.contains("ended with code 1") == true)
        let later = try await harness.say("later")
        #expect(later.outcome == .failed && later.spoken == "Sorry, that did not work.")
        #expect(try await harness.say("run").spoken == "What?", "no question is left over")
    }

    @Test("a pattern answer gives each parameter its value, including parameters of the app's own types")
    func patterns() async throws {
        let harness = try await AppHarness(
            """
            app: lamps
            types: {Room: [hall, {value: bathroom, synonyms: [bath]}]}
            commands:
              Light:
                patterns: [light]
                do:
                  - ask:
                      kind: pattern
                      prompt: Where?
                      patterns: ["the @room:Room", "@count:Number in the @room:Room"]
                      do: [{speak: "{count|one} in the {room}."}]
            """)
        #expect(try await harness.say("light").spoken == "Where?")
        #expect(try await harness.say("in the cellar").spoken?.hasSuffix("Where?") == true)
        #expect(try await harness.say("three in the bath").spoken == "3 in the bathroom.")
    }

    @Test("while another app asks, no app reports that the answer was not understood")
    func foreign() async throws {
        let harness = try await AppHarness(Self.asking)
        let question = VoiceRequestStatus(
            request: MessageID(), state: .listening, question: .init(kind: "string", prompt: "Who?"))
        let other = try harness.test.connect(.dispatch, instance: "other")
        try await other.ready()
        try other.publish(question)
        // The status has passed the broker, so the dispatch stage gets it before the answer.
        _ = try #require(await harness.recorder.first(VoiceRequestStatus.self))
        let turn = TurnID()
        try harness.client.publish(SpeechTranscript(text: "nobody", confidence: 1, engine: "text"), turn: turn)
        _ = try #require(await harness.recorder.first(SpeechIntent.self) { $0.header.turn == turn })
        try other.publish(TurnEnded(outcome: .handled), turn: turn)
        var over = question
        over.state = .completed
        try other.publish(over)
        // Turns are processed in order, so the response to the previous one is complete.
        #expect(try await harness.say("run").spoken == "What?")
        #expect(!harness.recorder.bodies(AudioSequence.self).contains { $0.spokenText.contains("not understand") })
    }
}
