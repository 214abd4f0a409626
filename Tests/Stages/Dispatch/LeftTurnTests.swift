import SaybusBus
import SaybusMessages
import SaybusSupport
import SaybusTesting
import Testing

@testable import SaybusDispatch

@Suite("Turns that a program leaves to its successor", .timeLimit(.minutes(1)))
struct LeftTurnTests {
    @Test("a command that is cut off by the end of its program does not end its turn, also if it fails at once")
    func cutOff() async throws {
        let app = CutOffApp()
        try await run(app) { _ = try await app.turn.require("the beginning of the command") { $0 != nil } }
        let turn = try #require(app.turn.value)
        #expect(turn.isLeft && !turn.isEnded)
    }

    @Test("a command is not begun by a program whose time is over once it has decided about the words")
    func late() async throws {
        let app = LateApp()
        try await run(app) { _ = try await app.isAsked.require("the question whether the app claims") { $0 } }
        #expect(!app.isCarriedOut.value)
    }

    /// Gives an intent to an app, and ends its program.
    /// - Parameter moment: Waits until the program is to end.
    private func run(_ app: any DispatchApp, until moment: () async throws -> Void) async throws {
        let test = try TestBus()
        let (bus, client) = (try test.connect(.dispatch), try test.connect(.intent, tracking: [SpeechIntent.self]))
        let command = Catalog.Command(type: "Play", patterns: ["play"])
        let runtime = TurnRuntime(Catalog(app: "player", commands: [command]), bus: bus, logger: TestBus.quiet)
        let running = Task { try await runtime.run([app]) }
        defer { running.cancel() }
        try await client.ready()
        try client.publish(
            SpeechIntent(text: "play", hypotheses: [.init(app: "player", type: "Play", confidence: 1)], engine: "test"),
            turn: TurnID())
        try await moment()
        running.cancel()
        _ = await running.result
    }
}

/// An app whose command fails at the moment in which it is cancelled.
private final class CutOffApp: DispatchApp {
    /// The turn whose command is being carried out; nil before that.
    let turn = Watched<ConversationTurn?>(nil)

    func mayClaim(_ arrival: IntentArrival) -> Bool { true }

    func claim(_ arrival: IntentArrival) async -> IntentClaim {
        .claimed { [self] turn in
            turn.begin(app: "player", command: "Play")
            await withTaskCancellationHandler {
                self.turn.change { $0 = turn }
                await Watched(false).wait { $0 }
            } onCancel: {
                turn.fail("it was cut off")
            }
        }
    }
}

/// An app that claims words only when its task is cancelled.
private final class LateApp: DispatchApp {
    let isAsked = Watched(false)
    let isCarriedOut = Watched(false)

    func mayClaim(_ arrival: IntentArrival) -> Bool { true }

    func claim(_ arrival: IntentArrival) async -> IntentClaim {
        isAsked.change { $0 = true }
        await Watched(false).wait { $0 }
        return .claimed { [isCarriedOut] _ in isCarriedOut.change { $0 = true } }
    }
}
