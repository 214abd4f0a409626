import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@Suite("Changes of the wall clock", .serialized)
struct ClockTests {
    @Test("a stage whose clock is a day off still processes its turns")
    func shifted() async throws {
        let rig = try await Rig.typed()
        let ends = rig.client.subscribe(TurnEnded.self)
        try await rig.client.ready()
        try await rig.kill(.audio)
        try await rig.start(.audio, environment: ShiftedClock(offset: .seconds(-86_400)).environment)
        let turn = try rig.publishText("mark 1")
        #expect(await ends.first { $0.header.turn == turn }?.body.outcome == .handled)
        try await rig.expectNextTurnHandled(ends, after: turn)
    }

    @Test(
        "a program whose clock is a minute or an hour off is named with it, and turns are handled without delay",
        arguments: [Role.broker, .intent, .dispatch, .audio], [60, -60, 3590])
    func skewed(role: Role, seconds: Int) async throws {
        let rig = try Rig()
        let statuses = rig.client.subscribe(StageStatus.self)
        let ends = rig.client.subscribe(TurnEnded.self)
        for started in [Role.broker, .dispatch, .audio, .intent] {
            let clock = ShiftedClock(offset: .seconds(seconds))
            try await rig.start(started, environment: started == role ? clock.environment : [:])
        }
        try await rig.client.ready()
        for number in 1...3 {
            let turn = try rig.publishText("mark \(number)")
            let end = await ends.first { $0.header.turn == turn }
            #expect(end?.body.outcome == .handled, "\(String(describing: end?.body))")
        }
        // Seen from a broker with a wrong clock, all others are off.
        let (named, skew) = role == .broker ? (Role.audio, -seconds) : (role, seconds)
        let status = try #require(
            await statuses.first { $0.body.role == named && $0.body.state == .ready && $0.body.clockSkewMs != nil })
        #expect(abs((status.body.clockSkewMs ?? 0) - skew * 1000) < 500)
        #expect(status.body.problem?.contains("\(skew > 0 ? "ahead of" : "behind") the broker's") == true)
        #expect(abs(status.header.at - (status.stamp?.at ?? 0)) < 500_000)
        let table = try ProgramUnderTest("saybus", ["status", "--bus", rig.address.url])
        #expect(try await table.exitCode() == 0)
        let warning = "! \(named): the clock of its machine is"
        #expect(table.lines().contains { $0.hasPrefix(warning) }, "\(table.report)")
        for role in [Role.intent, .audio, .dispatch] {
            rig.send(role, SIGTERM)
            let counters = await statuses.first { $0.body.role == role && $0.body.state == .stopped }?.body.counters
            #expect(counters?.stale == 0 && counters?.lost == 0 && counters?.retried == 0, "\(role)")
        }
    }

    @Test(
        "a dispatcher that is started again with a clock half an hour on or back repeats no command",
        arguments: [1800, -1800])
    func restarted(seconds: Int) async throws {
        let rig = try await Rig.typed()
        let intents = rig.client.subscribe(SpeechIntent.self)
        let ends = rig.client.subscribe(TurnEnded.self)
        try await rig.client.ready()
        let turn = try rig.publishText("mark 1")
        let intent = try #require(await intents.first { $0.header.turn == turn })
        #expect(await ends.first { $0.header.turn == turn }?.body.outcome == .handled)
        try await rig.kill(.dispatch)
        try await rig.start(.dispatch, environment: ShiftedClock(offset: .seconds(seconds)).environment)
        // As a second recognizer would.
        try rig.client.publish(intent.body, turn: turn)
        try await rig.expectNextTurnHandled(ends, after: turn)
        #expect(rig.marks == ["1", "99"])
    }

    @Test(
        "a listener or transcriber whose clock is a minute or an hour off: a spoken turn is handled without delay",
        .enabled(if: SpokenCommand.isPossible, "espeak-ng and pocketsphinx-en-us are installed"),
        arguments: [(Role.listen, 60), (Role.listen, -3590), (Role.transcribe, -60), (Role.transcribe, 3590)])
    func spoken(role: Role, seconds: Int) async throws {
        let rig = try await Rig.typed()
        let statuses = rig.client.subscribe(StageStatus.self)
        let ends = rig.client.subscribe(TurnEnded.self)
        try await rig.client.ready()
        let clock = ShiftedClock(offset: .seconds(seconds))
        try await rig.start(.transcribe, environment: role == .transcribe ? clock.environment : [:])
        let sound = try await SpokenCommand("set a timer for ten minutes", in: rig.folder)
        let listen = try rig.launch(
            .listen, ["--stdin"], environment: role == .listen ? clock.environment : [:], takesInput: true)
        try await listen.ready()
        try listen.write(sound.all)
        let end = await ends.first(within: .seconds(30))
        #expect(end?.body.outcome == .handled, "\(String(describing: end?.body)) \(listen.report)")
        #expect(rig.marks == ["10"])
        let status = try #require(
            await statuses.first { $0.body.role == role && $0.body.state == .ready && $0.body.clockSkewMs != nil })
        #expect(abs((status.body.clockSkewMs ?? 0) - seconds * 1000) < 500)
        #expect(status.body.problem?.contains("\(seconds > 0 ? "ahead of" : "behind") the broker's") == true)
        #expect(abs(status.header.at - (status.stamp?.at ?? 0)) < 500_000)
        listen.closeInput()
        #expect(try await listen.exitCode() == 0)
        for stage in [Role.transcribe, .intent, .dispatch, .audio] {
            rig.send(stage, SIGTERM)
            let counters = await statuses.first { $0.body.role == stage && $0.body.state == .stopped }?.body.counters
            #expect(counters?.stale == 0 && counters?.lost == 0 && counters?.retried == 0, "\(stage)")
        }
    }

    @Test("a jump of all stages' clocks, on or back, during a command loses no turn")
    func jumps() async throws {
        let rig = try Rig()
        let clock = try ShiftedClock(file: rig.folder + "/clock")
        for role in [Role.broker, .dispatch, .audio, .intent] {
            try await rig.start(role, environment: clock.environment)
        }
        let ends = rig.client.subscribe(TurnEnded.self)
        let invoked = rig.client.subscribe(CommandInvoked.self)
        let statuses = rig.client.subscribe(StageStatus.self)
        try await rig.client.ready()
        // A day on, two days back, a day on.
        for (number, offset) in [1, -1, 0].map({ Duration.seconds($0 * 86_400) }).enumerated() {
            let turn = try rig.publishText("slowly mark \(number)")
            #expect(await invoked.first { $0.header.turn == turn } != nil)
            try clock.set(offset)
            // The broker's next heartbeat shows that the clock has jumped.
            try await expectTime(offset, of: [.broker], in: statuses)
            let end = await ends.first { $0.header.turn == turn }
            #expect(end?.body.outcome == .handled, "\(String(describing: end?.body))")
            // A stage that has not measured the new time yet takes new messages for stale, and has them sent again.
            try await expectTime(offset, of: [.intent, .dispatch, .audio], in: statuses)
            let next = try rig.publishText("mark \(number + 10)")
            let nextEnd = await ends.first { $0.header.turn == next }
            #expect(nextEnd?.body.outcome == .handled, "\(String(describing: nextEnd?.body))")
        }
        #expect(rig.marks == ["0", "10", "1", "11", "2", "12"])
        for role in [Role.intent, .audio, .dispatch] {
            rig.send(role, SIGTERM)
            let counters = await statuses.first { $0.body.role == role && $0.body.state == .stopped }?.body.counters
            // The answer's words may reach the audio stage before it has measured the time that was set back.
            #expect(
                (counters?.stale).map { $0 <= 1 } == true && counters?.lost == 0,
                "\(role): \(String(describing: counters))")
        }
    }

    /// Waits for a heartbeat of each role that shows a time.
    /// - Parameter offset: The time minus that of this process.
    private func expectTime(
        _ offset: Duration, of roles: Set<Role>, in statuses: Subscription<StageStatus>
    ) async throws {
        var missing = roles
        while !missing.isEmpty {
            let beat = await statuses.first { [missing] status in
                let time = WallClock.microseconds() + Int64(offset / .microseconds(1))
                return missing.contains(status.body.role) && abs(status.header.at - time) < 60_000_000
            }
            missing.remove(try #require(beat, "no heartbeat of \(missing) at \(offset)").body.role)
        }
    }
}
