import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusConversation

/// An app that changes its store at once, as one with a timer that is over does.
private final class EarlyWriter: ConversationApp {
    static let name = "early-writer"
    static weak var last: ConversationManager?

    func setUp(_ manager: ConversationManager) throws {
        Self.last = manager
        manager.report(problem: "the oven is missing")
        try manager.store.set("timers", to: [Int]())
    }
}

/// An app whose setup waits until a test releases it.
private final class HangingApp: ConversationApp {
    static let name = "hanging-app"
    static let isReleased = Watched(false)

    func setUp(_ manager: ConversationManager) async { await Self.isReleased.wait { $0 } }
}

@Suite("The beginning of an app's program", .serialized, .timeLimit(.minutes(1)))
@ConversationActor
struct StandbyBeginningTests {
    @Test("on standby, it tells the commands, and neither holds a conversation nor changes what another one keeps")
    func standby() async throws {
        Harness.state
        let kept = ConversationStore(app: EarlyWriter.name, session: .default)
        try kept.set("timers", to: [20])
        let beginning = try await ConversationProgram<EarlyWriter>.Beginning(
            in: .default, isStandby: true, logger: TestBus.quiet)
        #expect(beginning.manager == nil)
        #expect(EarlyWriter.last == nil, "nothing of the app goes on")
        #expect(beginning.catalog.app == EarlyWriter.name)
        #expect(beginning.problems == ["the oven is missing"])
        #expect(kept.value("timers") == [20])
    }

    @Test("without an election, its first conversation begins at once")
    func alone() async throws {
        Harness.state
        let kept = ConversationStore(app: EarlyWriter.name, session: .default)
        try kept.set("timers", to: [20])
        let beginning = try await ConversationProgram<EarlyWriter>.Beginning(
            in: .default, isStandby: false, logger: TestBus.quiet)
        #expect(beginning.manager != nil)
        #expect(kept.value("timers") == [Int]())
    }

    @Test("a setup that does not end is logged, although the program is not on the bus yet")
    func hanging() async throws {
        Harness.state
        let log = LogLines()
        async let beginning = ConversationProgram<HangingApp>.Beginning(
            in: .default, isStandby: false, logger: log.logger, limit: .milliseconds(1))
        try await log.lines.require("a line about the setup") { lines in
            lines.contains { $0.contains("the app's setup does not end") }
        }
        HangingApp.isReleased.change { $0 = true }
        #expect(try await beginning.manager != nil)
    }
}
