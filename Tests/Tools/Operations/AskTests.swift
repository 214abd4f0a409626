import Foundation
import SaybusBus
import SaybusMessages
import SaybusStage
import SaybusSupport
import SaybusTerminal
import SaybusTesting
import Testing

@testable import SaybusOperations

@Suite("saybus ask")
struct AskTests {
    private func options(_ change: (inout Ask.Options) -> Void = { _ in }) -> Ask.Options {
        var options = Ask.Options()
        change(&options)
        return options
    }

    @Test("the interpretation, the command and the answer are printed in order, and the turn counts as handled")
    func handled() async throws {
        let test = try TestBus()
        let stages = [
            try await StageDouble.intent(on: test), try await StageDouble.dispatch(on: test),
            try await StageDouble.audio(on: test),
        ]
        let (page, log) = (Page(), Page())
        #expect(try await Ask("next", at: test.address).run(output: page.output, log: log.output))
        let kinds = page.lines.map {
            $0.split(separator: " ", omittingEmptySubsequences: true).dropFirst(2).first.map(String.init) ?? ""
        }
        #expect(kinds.first == "speech.intent" && kinds.last == "turn.ended")
        #expect(page.text.contains("test.Next n=2, confidence 0.95 by \"next\"  intent/test"))
        #expect(page.text.contains("command.invoked  test.Next n=2  dispatch/test"))
        #expect(page.text.contains("\"Next.\""))
        #expect(page.lines.allSatisfy { $0.hasPrefix("+") && $0.contains(" ms ") })
        #expect(log.text.isEmpty)
        withExtendedLifetime(stages) {}
    }

    @Test("on a narrow terminal a step is whole: its source gives way, and its text goes on in the next line")
    func narrow() throws {
        let header = Header(
            kind: "speech.intent", session: .default, source: try #require(Source("intent/saybus-12345")), run: 1,
            sequence: 0, at: 2100)
        let words = "kitchen.SetTimer minutes=10, confidence 1.0 by \"(set|start) a timer for {minutes} minutes\""
        let step = AskStep(header, since: 0, words)
        let style = Style(isColoured: false)
        #expect(step.lines(style, width: nil) == step.lines(style, width: 200))
        #expect(step.lines(style, width: 200).first?.hasSuffix("minutes\"  intent/saybus-12345") == true)
        for width in [132, 80, 60, 30] {
            let lines = step.lines(style, width: width)
            #expect(lines.allSatisfy { $0.count <= width }, "\(lines)")
            let text = lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
            #expect(text.hasPrefix("+2.1 ms speech.intent " + words), "\(lines)")
        }
    }

    @Test("a text that is not understood is a failure, and a missing audio stage is reported")
    func notUnderstood() async throws {
        let test = try TestBus()
        let stages = [try await StageDouble.intent(on: test), try await StageDouble.dispatch(on: test)]
        let (page, log) = (Page(), Page())
        #expect(try await Ask("blue", at: test.address).run(output: page.output, log: log.output) == false)
        #expect(page.text.contains("speech.intent    not understood"))
        #expect(page.lines.last?.contains("turn.ended       not-understood") == true)
        #expect(log.text.contains("no audio stage is ready") && log.text.contains("saybus-audio --bus \(test.address)"))
        withExtendedLifetime(stages) {}
    }

    @Test("a stage of the turn that a supervisor starts is awaited, and one that waits for its restart is not")
    func starting() {
        func isAwaited(_ role: Role, _ state: SupervisedProgram.State, _ others: StageStatus...) -> Bool {
            let program = SupervisedProgram(role: role, instance: role.rawValue, state: state, pid: 7)
            let supervisor = StageStatus(
                role: .up, instance: "saybus-1", state: .ready, pid: 1, uptimeMs: 1, supervises: [program])
            return Ask.isStarting([supervisor] + others)
        }
        let audio = StageStatus(role: .audio, instance: "audio", state: .ready, pid: 7, uptimeMs: 1)
        #expect(isAwaited(.audio, .running) && isAwaited(.intent, .running) && isAwaited(.dispatch, .running))
        #expect(!isAwaited(.audio, .running, audio))
        let dispatch = StageStatus(role: .dispatch, instance: "dispatch", state: .starting, pid: 7, uptimeMs: 1)
        #expect(isAwaited(.dispatch, .running, dispatch))
        #expect(!isAwaited(.audio, .waiting))
        #expect(!isAwaited(.listen, .running))
    }

    @Test("the JSON report has the outcome, the answer, the times and all steps")
    func json() async throws {
        let test = try TestBus()
        let stages = [try await StageDouble.intent(on: test), try await StageDouble.dispatch(on: test)]
        let page = Page()
        #expect(
            try await Ask("next", at: test.address, options: options { $0.isJSON = true }).run(
                output: page.output, log: Page().output))
        let report = try JSONDecoder().decode(AskReport.self, from: Data(page.text.utf8))
        #expect(
            report.outcome == .handled && report.app == "test" && report.command == "Next" && report.spoken == "Next.")
        #expect(report.steps.map(\.kind) == ["speech.intent", "command.invoked", "audio.sequence", "turn.ended"])
        #expect(report.commandUs == report.steps[1].afterUs)
        let times = report.steps.map(\.afterUs)
        #expect(times == times.sorted() && (times.first ?? -1) >= 0, "\(times)")
        withExtendedLifetime(stages) {}
    }

    @Test("the times are those of the broker, whatever the clocks of the stages say")
    func times() async throws {
        let test = try TestBus()
        let bus = try test.connect(.ask)
        var header = Header(
            kind: TurnEnded.kind, session: .default, turn: TurnID(), source: bus.source, run: 1, sequence: 0, at: 100)
        let raw = RawMessage(
            header: header, body: Array(#"{"outcome":"handled","timings":{}}"#.utf8),
            stamp: Stamp(offset: 1, epoch: 1, at: 2600))
        header = try #require(bus.readBody(.message(raw))).header
        #expect(AskStep(header, since: 500, "").afterUs == 2100)
        await bus.close()
    }

    @Test("the command names missing stages at once, with the commands that start them")
    func missingStages() async throws {
        let test = try TestBus()
        let none = await #expect(throws: StageFailure.self) {
            try await Ask("next", at: test.address).run(output: Page().output)
        }
        #expect(none?.code == .unavailable)
        #expect(none?.reason.contains("no stages are ready for intent, dispatch") == true)
        #expect(none?.reason.contains("saybus up --bus \(test.address)") == true)
        let stages = [
            try await StageDouble.intent(on: test), try await StageDouble(.dispatch, on: test, state: .failed),
        ]
        let one = await #expect(throws: StageFailure.self) {
            try await Ask("next", at: test.address).run(output: Page().output)
        }
        #expect(one?.reason.contains("no dispatch stage is ready") == true)
        #expect(one?.reason.contains("saybus-dispatch --bus \(test.address) --app FILE") == true)
        #expect(one?.reason.contains("saybus-intent") == false)
        #expect(one?.reason.contains("saybus up") == false, "a pipeline runs already")
        let listen = MissingStages(["listen"], in: Presence()).failure(at: test.address)
        #expect(listen?.reason.contains("saybus up --bus \(test.address) --mic") == true)
        #expect(listen?.reason.contains("saybus-listen --bus \(test.address) --mic") == true)
        withExtendedLifetime(stages) {}
    }

    @Test("an audio stage that hangs is told with its process; another one would be one too many")
    func hungAudio() async throws {
        let test = try TestBus()
        let audio = try ProgramUnderTest("saybus-audio", ["--bus", "\(test.address)", "--sink", "null"])
        _ = try await audio.ready()
        let client = try test.connect(.tap)
        let statuses = client.subscribe(StageStatus.self)
        try await client.ready()
        audio.send(SIGSTOP)
        defer { audio.send(SIGCONT) }
        _ = try #require(await statuses.first { $0.body.role == .audio && $0.body.state == .lost })
        let stages = [try await StageDouble.intent(on: test), try await StageDouble.dispatch(on: test)]
        let log = Page()
        let ask = Ask("next", at: test.address, options: options { $0.wait = .seconds(10) })
        #expect(try await ask.run(output: Page().output, log: log.output))
        #expect(log.text.contains("(process \(audio.processID)) runs, but does not answer"), "\(log.text)")
        #expect(!log.text.contains("start what is missing"), "\(log.text)")
        withExtendedLifetime(stages) {}
    }

    @Test("without a broker, the command says at once how to start one")
    func noBroker() async throws {
        let address = try TestBus.freshAddress()
        let error = await #expect(throws: BusError.self) {
            try await Ask("next", at: address).run(output: Page().output)
        }
        #expect(error?.code == .noBroker && error?.reason.contains("saybus-broker --bus \(address)") == true)
    }

    @Test("a broker that runs but does not answer is told with its process; another one would be refused")
    func frozenBroker() async throws {
        let address = try TestBus.freshAddress()
        let broker = try ProgramUnderTest("saybus-broker", ["--bus", "\(address)"])
        _ = try await broker.ready()
        broker.send(SIGSTOP)
        defer { broker.send(SIGCONT) }
        let error = await #expect(throws: BusError.self) { try await Status(at: address).run(output: Page().output) }
        #expect(error?.code == .noBroker)
        #expect(error?.reason.contains("(process \(broker.processID)) runs, but does not answer") == true)
        #expect(error?.reason.contains("saybus-broker") == false)
    }

    @Test("a stage that runs but does not answer is told with its process; another one would be one too many")
    func frozenStage() async throws {
        let test = try TestBus()
        let intent = try ProgramUnderTest("saybus-intent", ["--bus", "\(test.address)", "--instance", "i"])
        _ = try await intent.ready()
        let client = try test.connect(.tap)
        let statuses = client.subscribe(StageStatus.self)
        try await client.ready()
        intent.send(SIGSTOP)
        defer { intent.send(SIGCONT) }
        _ = try #require(await statuses.first { $0.body.instance == "i" && $0.body.state == .lost })
        func refusal(_ required: [String]) async -> String {
            let error = await #expect(throws: StageFailure.self) {
                try await Status(at: test.address, required: required).run(output: Page().output)
            }
            return error?.reason ?? ""
        }
        let pid = intent.processID
        let advice = "intent/i (process \(pid)) runs, but does not answer; continue it with: kill -CONT \(pid)"
        let one = await refusal(["intent"])
        #expect(one.contains(advice) && !one.contains("saybus-intent"), "\(one)")
        let two = await refusal(["intent/i", "audio"])
        #expect(two.contains(advice) && two.contains("start what is missing with: saybus-audio"), "\(two)")
    }

    @Test("with --wait, the command waits for stages that start later")
    func waits() async throws {
        let test = try TestBus()
        let watcher = try test.connect(Role("watch"))
        let statuses = watcher.subscribe(Barrier.self)
        try await watcher.ready()
        async let answer = Ask("next", at: test.address, options: options { $0.wait = .seconds(20) })
            .run(output: Page().output, log: Page().output)
        // The command has connected when its barrier arrives.
        #expect(await statuses.first { $0.header.source.role == .ask } != nil)
        let stages = [try await StageDouble.intent(on: test), try await StageDouble.dispatch(on: test)]
        #expect(try await answer)
        withExtendedLifetime(stages) {}
    }

    @Test("the command waits for a recognizer that does not know the catalog yet")
    func waitsForCatalog() async throws {
        let test = try TestBus()
        let intent = try await StageDouble.intent(on: test)
        let dispatch = try await StageDouble.dispatch(on: test, catalogRevision: "test@1")
        let watcher = try test.connect(Role("watch"))
        let statuses = watcher.subscribe(Barrier.self)
        try await watcher.ready()
        async let answer = Ask("next", at: test.address).run(output: Page().output, log: Page().output)
        #expect(await statuses.first { $0.header.source.role == .ask } != nil)
        try intent.bus.publish(
            StageStatus(role: .intent, instance: "test", state: .ready, pid: 1, uptimeMs: 1, catalogRevision: "test@1")
        )
        #expect(try await answer)
        withExtendedLifetime(dispatch) {}
    }

    @Test("the command does not wait for the stand-in of recognizers elsewhere, which reports no catalog")
    func doesNotWaitForLink() async throws {
        let test = try TestBus()
        let intent = try await StageDouble.intent(on: test)
        try intent.update { $0.engine = "link" }
        let dispatch = try await StageDouble.dispatch(on: test, catalogRevision: "test@1")
        let started = ContinuousClock.now
        #expect(try await Ask("next", at: test.address).run(output: Page().output, log: Page().output))
        #expect(ContinuousClock.now - started < .seconds(5))
        withExtendedLifetime(dispatch) {}
    }

    @Test("the command gives up a turn that does not end, and reports its last step")
    func silence() async throws {
        let test = try TestBus()
        let stages = [
            try await StageDouble.intent(on: test),
            try await StageDouble(.dispatch, on: test, hears: [SpeechIntent.self]) { bus, raw in
                try bus.publish(
                    CommandInvoked(app: "test", type: "Next", parameters: [:], confidence: 1, text: "next"),
                    answering: raw.header)
            },
        ]
        let error = await #expect(throws: StageFailure.self) {
            try await Ask("next", at: test.address, options: options { $0.timeout = .seconds(3) })
                .run(output: Page().output, log: Page().output)
        }
        #expect(error?.code == .failed)
        #expect(
            error?.reason
                == "the turn did not end within 3 s; the last that was heard of it: command.invoked from dispatch/test"
        )
        withExtendedLifetime(stages) {}
    }

    @Test("the program says once why no stage accepted its text")
    func saidOnce() async throws {
        let test = try TestBus()
        let stages = [
            try await StageDouble(.intent, on: test), try await StageDouble(.dispatch, on: test),
            try await StageDouble.audio(on: test),
        ]
        let program = try ProgramUnderTest("saybus", ["ask", "next", "--timeout", "1", "--bus", test.address.url])
        #expect(try await program.exitCode() == 1)
        #expect(program.lines().count { $0.contains("no intent stage took speech.transcript in time") } == 1)
        #expect(program.lines(.standardError).isEmpty)
        withExtendedLifetime(stages) {}
    }

    @Test("a text that no stage accepts ends as expired, which is a failure")
    func expired() async throws {
        let test = try TestBus()
        let stages = [try await StageDouble(.intent, on: test), try await StageDouble(.dispatch, on: test)]
        let page = Page()
        let isHandled = try await Ask("next", at: test.address, options: options { $0.timeout = .seconds(1) })
            .run(output: page.output, log: Page().output)
        #expect(!isHandled && page.text.contains("expired: no intent stage took speech.transcript in time"))
        withExtendedLifetime(stages) {}
    }

    @Test("repeated requests yield a latency for each command")
    func repeated() async throws {
        let test = try TestBus()
        let stages = [try await StageDouble.intent(on: test), try await StageDouble.dispatch(on: test)]
        let page = Page()
        let asked = Ask("next", at: test.address, options: options { ($0.repetitions, $0.isJSON) = (20, true) })
        #expect(try await asked.run(output: page.output, log: Page().output))
        let summary = try JSONDecoder().decode(LatencySummary.self, from: Data(page.text.utf8))
        #expect(
            summary.count == 20 && summary.minUs <= summary.p50Us && summary.p50Us <= summary.p99Us
                && summary.p99Us <= summary.maxUs)
        await #expect(throws: StageFailure.self) {
            try await Ask("blue", at: test.address, options: options { $0.repetitions = 2 }).run(
                output: Page().output, log: Page().output)
        }
        withExtendedLifetime(stages) {}
    }

    @Test("percentiles are computed by the nearest rank")
    func percentiles() throws {
        #expect(LatencySummary([]) == nil)
        let one = try #require(LatencySummary([7]))
        #expect(one.p50Us == 7 && one.p99Us == 7 && one.count == 1)
        let many = try #require(LatencySummary((1...200).reversed()))
        #expect(many.p50Us == 100 && many.p99Us == 198 && many.minUs == 1 && many.maxUs == 200)
    }

    @Test("messages of other turns and messages after the end are ignored, and absurd times do not crash the command")
    func record() throws {
        let turn = TurnID()
        var record = AskRecord(turn: turn, text: "next", start: .min)
        let source = try #require(Source(role: .dispatch, instance: "x"))
        func header(_ turn: TurnID?) -> Header {
            Header(kind: TurnEnded.kind, session: .default, turn: turn, source: source, run: 1, sequence: 0, at: .max)
        }
        #expect(record.observe(header(TurnID()), TurnEnded(outcome: .handled)) == nil)
        #expect(record.observe(header(nil), AudioPlayback(sequence: MessageID(), state: .started)) == nil)
        #expect(
            record.observe(header(turn), TurnEnded(outcome: .failed, reason: "\u{1B}[2J"))?.text == "failed: \\u{1b}[2J"
        )
        #expect(record.steps.first?.afterUs == 0)
        #expect(record.observe(header(turn), TurnEnded(outcome: .handled)) == nil)
        #expect(record.end?.outcome == .failed)
    }
}
