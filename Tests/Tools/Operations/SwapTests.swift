import Glibc
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusOperations

@Suite("saybus swap")
struct SwapTests {
    private static func status(_ instance: String, _ state: StageStatus.State, standby: Bool? = true) -> StageStatus {
        StageStatus(role: .intent, instance: instance, state: state, pid: 1, uptimeMs: 1, standby: standby)
    }

    @Test("a program that is ready in another role is known by its process, unless it was there before")
    func otherRole() {
        func status(_ role: Role, _ instance: String, pid: Int) -> StageStatus {
            StageStatus(role: role, instance: instance, state: .ready, pid: pid, uptimeMs: 1)
        }
        let swap = SwapProgress(.intent, [Self.status("built-in", .ready), status(.transcribe, "old", pid: 7)])
        #expect(swap.isElsewhere(status(.transcribe, "mine", pid: 7), process: 7))
        #expect(!swap.isElsewhere(status(.transcribe, "other", pid: 8), process: 7))
        #expect(!swap.isElsewhere(status(.transcribe, "old", pid: 7), process: 7))
        #expect(!swap.isElsewhere(status(.intent, "mine", pid: 7), process: 7))
        #expect(!swap.isElsewhere(status(.transcribe, "mine", pid: 7), process: nil))
    }

    @Test("a swap is over when a former stage works again, whether the program was stopped or was lost")
    func phases() {
        var swap = SwapProgress(.intent, [Self.status("built-in", .ready)])
        #expect(!swap.update(Self.status("built-in", .ready)) && swap.phase == .starting)
        #expect(swap.update(Self.status("mine", .ready, standby: nil)) && swap.phase == .overlapping)
        #expect(swap.update(Self.status("built-in", .standby)) && swap.phase == .active)
        #expect(swap.own == Source(role: .intent, instance: "mine"))
        var stopped = swap
        #expect(stopped.end() && stopped.phase == .returning)
        #expect(stopped.update(Self.status("mine", .draining)) == false)
        #expect(stopped.update(Self.status("built-in", .ready)) && stopped.phase == .returned)
        #expect(stopped.end() == false)
        var lost = swap
        #expect(lost.end() == true)
        #expect(lost.update(Self.status("built-in", .ready)) == false, "the program's stage still counts as ready")
        #expect(lost.update(Self.status("mine", .lost)) && lost.phase == .returned)
    }

    @Test("a stage that was started without --standby does not give way, and is named")
    func permanent() {
        let members = [
            Self.status("one", .ready, standby: nil), Self.status("two", .standby), Self.status("three", .ready),
        ]
        #expect(SwapProgress.permanent(.intent, members) == ["one"])
        #expect(SwapProgress.permanent(.transcribe, members).isEmpty)
    }

    @Test("a stage of another conversation, such as the satellite of a room, does not hold up a swap")
    func otherConversation() throws {
        let (kitchen, hall) = (try #require(Session(rawValue: "kitchen")), try #require(Session(rawValue: "hall")))
        func status(_ instance: String, _ session: Session, _ state: StageStatus.State = .ready) -> StageStatus {
            StageStatus(
                role: .transcribe, instance: instance, state: state, pid: 1, uptimeMs: 1,
                coverage: SessionScope(session: session), standby: instance == "built-in" ? true : nil)
        }
        let members = [status("built-in", kitchen), status("device", hall)]
        #expect(SwapProgress.permanent(.transcribe, members).isEmpty)
        #expect(SwapProgress.permanent(.transcribe, members + [status("other", kitchen)]) == ["other"])
        var swap = SwapProgress(.transcribe, members)
        _ = swap.update(status("new-device", hall))
        #expect(swap.own == nil)
        _ = swap.update(status("mine", kitchen))
        _ = swap.update(status("built-in", kitchen, .standby))
        #expect(swap.own?.instance == "mine" && swap.phase == .active)
    }

    @Test("a program takes the place of the intent stage while turns pass, and gives it back: no turn is lost")
    func process() async throws {
        let folder = try TemporaryFolder()
        let app = try folder.write(
            "app.yaml", "app: lamp\ncommands: {On: {patterns: [lamp on], do: [{speak: It is on.}]}}\n")
        let address = try TestBus.freshAddress().url
        func start(_ program: String, _ arguments: [String]) async throws -> ProgramUnderTest {
            let stage = try ProgramUnderTest(program, ["--bus", address] + arguments)
            try await stage.line(on: .standardError) { $0.hasPrefix("ready ") }
            return stage
        }
        let broker = try await start("saybus-broker", [])
        let stages = [
            try await start("saybus-intent", ["--standby", "--instance", "built-in"]),
            try await start("saybus-dispatch", ["--app", app]),
            try await start("saybus-audio", ["--sink", "null"]),
        ]
        func ask() async throws {
            let ask = try ProgramUnderTest("saybus", ["ask", "--bus", address, "--wait", "20", "lamp on"])
            #expect(try await ask.exitCode() == 0, "\(ask.report)")
        }
        try await ask()
        let swap = try ProgramUnderTest(
            "saybus", ["swap", "intent", "--bus", address, "--", "saybus-intent", "--instance", "mine"])
        try await swap.line { $0.hasPrefix("intent/mine has taken over") }
        try await ask()
        swap.send(SIGINT)
        try await swap.line { $0.hasPrefix("the former intent stage works again after") }
        #expect(try await swap.exitCode() == 0, "\(swap.report)")
        try await ask()

        let first = try ProgramUnderTest("saybus", ["swap", "intent", "--bus", address, "--", "sleep", "600"])
        try await first.line(on: .standardError) { $0.contains("waiting for sleep to be ready") }
        let second = try ProgramUnderTest("saybus", ["swap", "intent", "--bus", address, "--", "true"])
        #expect(try await second.exitCode() == 69)
        #expect(second.lines(.standardError).last?.contains("another saybus swap") == true, "\(second.report)")
        first.send(SIGINT)
        #expect(try await first.exitCode() == 0, "\(first.report)")

        let bad = try ProgramUnderTest("saybus", ["swap", "intent", "--bus", address, "--", "false"])
        #expect(try await bad.exitCode() == 1)
        #expect(bad.lines(.standardError).last?.contains("it never became ready, and nothing was swapped") == true)
        let none = try ProgramUnderTest("saybus", ["swap", "transcribe", "--bus", address, "--", "true"])
        #expect(try await none.exitCode() == 69)
        let wrong = try ProgramUnderTest("saybus", ["swap", "dispatch", "--bus", address, "--", "true"])
        #expect(try await wrong.exitCode() == 64)
        withExtendedLifetime((broker, stages)) {}
    }

    @Test("a program of another role is told to end, and is not killed: the others on the bus see that it stops")
    func wrongRole() async throws {
        let test = try TestBus()
        let intent = try await StageDouble.intent(on: test)
        try intent.update { $0.standby = true }
        let client = try test.connect(Role("test"))
        let statuses = client.subscribe(StageStatus.self)
        try await client.ready()
        let swap = try ProgramUnderTest(
            "saybus",
            [
                "swap", "intent", "--bus", test.address.url, "--wait", "20", "--", "saybus-audio", "--sink", "null",
                "--instance", "mine",
            ])
        #expect(try await swap.exitCode() == 1)
        #expect(
            swap.lines(.standardError).last?.contains("is ready as audio/mine, not in the role intent") == true,
            "\(swap.report)")
        let last = await statuses.first { $0.body.instance == "mine" && $0.body.state.isGone }
        #expect(last?.body.state == .stopped)
        await client.close()
        withExtendedLifetime(intent) {}
    }
}
