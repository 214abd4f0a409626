import SaybusMessages
import Synchronization
import Testing

@testable import SaybusAppFiles
@testable import SaybusConversation

struct ActionRunnerTests {
    @Test("a command runs its programs and speaks their output")
    func runs() async throws {
        let app = try makeApp([
            .speak(Speech(Template(literal: "Well:"))), .exec(Exec("echo", [try Template("{who} says hi")])),
            .speak(Speech(try Template("{output}!"))),
        ])
        let outcome = try await ActionRunner(app: app).run(makeInvoked(["who": .text("$HOME")]))
        #expect(outcome == ActionOutcome(events: [.speech(.init("Well:")), .speech(.init("$HOME says hi!"))]))
    }

    @Test("earlier events are passed on for playback before a program runs")
    func plays() async throws {
        let app = try makeApp([
            .speak(Speech(Template(literal: "One moment."))), .exec(Exec("true")),
            .speak(Speech(Template(literal: "Done."))),
        ])
        let played = Mutex<[[AudioEvent]]>([])
        let outcome = try await ActionRunner(app: app).run(makeInvoked()) { events in
            played.withLock { $0.append(events) }
        }
        #expect(played.withLock { $0 } == [[.speech(.init("One moment."))]])
        #expect(outcome.events == [.speech(.init("Done."))])
    }

    @Test("a failed program ends the command with the app's own apology")
    func fails() async throws {
        let app = try makeApp(
            [.exec(Exec("false")), .speak(Speech(Template(literal: "Done.")))],
            failed: [.speak(Speech(try Template("No {what}.")))])
        let outcome = try await ActionRunner(app: app).run(makeInvoked(["what": .text("light")]))
        #expect(outcome.events == [.speech(.init("No light."))])
        #expect(outcome.problem == "false ended with code 1")
    }

    @Test("an unknown command is reported as a problem")
    func unknown() async throws {
        let outcome = try await ActionRunner(app: try makeApp([])).run(makeInvoked(type: "Nope"))
        #expect(outcome.problem == "the app test has no command test/Nope")
    }

    @Test("no further step is taken after an interruption, of which the user is told once", arguments: [true, false])
    func interrupted(isTold: Bool) async throws {
        let app = try makeApp([
            .exec(Exec("true")), .exec(Exec("false")), .speak(Speech(Template(literal: "Done."))),
        ])
        let host = InterruptedHost(after: 1, ActionInterruption(reason: "it is over", isTold: isTold))
        let outcome = try await ActionRunner(app: app, host: host).run(makeInvoked())
        #expect(outcome.problem == "it is over")
        let told = outcome.events.map(\.spokenText)
        #expect(told == (isTold ? [] : ["Sorry, I was interrupted. Please check whether that was done."]))
    }
}

/// A host of actions that are interrupted after a number of steps.
private final class InterruptedHost: ActionHost {
    let context: [String: String] = [:]
    let environment: [String: String] = [:]
    private let steps: Mutex<Int>
    private let end: ActionInterruption

    init(after steps: Int, _ end: ActionInterruption) {
        self.steps = Mutex(steps)
        self.end = end
    }

    func interruption() async -> ActionInterruption? {
        steps.withLock { steps in
            steps -= 1
            return steps < 0 ? end : nil
        }
    }

    func perform(_ act: ConversationAct) async -> [AudioEvent] { [] }
    func publish(_ message: OutgoingMessage) async -> String? { nil }
    func remember(_ request: MemoryRequest) async -> Result<[String: Parameter.Value], StoreError> { .success([:]) }
}
