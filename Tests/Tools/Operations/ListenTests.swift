import Foundation
import SaybusBus
import SaybusMessages
import SaybusOperations
import SaybusStage
import SaybusTesting
import Testing

@Suite("saybus listen")
struct ListenTests {
    @Test("the button is pressed in the session, what was heard is printed, and the turn's end decides")
    func turn() async throws {
        let test = try TestBus()
        let stage = try test.connect(.listen)
        let requests = stage.subscribe(ListenRequest.self)
        try await stage.ready()
        try stage.publish(StageStatus(role: .listen, instance: "test", state: .ready, pid: 1, uptimeMs: 1))
        let session = Session(rawValue: "kitchen")!
        var options = Listen.Options()
        (options.session, options.wait) = (session, .seconds(20))
        let (page, log) = (Page(), Page())
        async let isHandled = Listen(at: test.address, options: options).run(output: page.output, log: log.output)
        let request = try #require(await requests.first())
        #expect(request.body.mode == .pushToTalk && request.header.session == session)
        try stage.publish(Receipt(of: ListenRequest.kind), answering: request.header)
        let turn = TurnID()
        try stage.publish(SpeechStarted(positionMs: 0, input: "test"), session: session, turn: turn)
        try stage.publish(SpeechTranscript(text: "next", engine: "test"), session: session, turn: turn)
        try stage.publish(TurnEnded(outcome: .handled), session: session, turn: turn)
        #expect(try await isHandled)
        #expect(page.text.contains("speech.transcript \"next\"") && page.text.contains("turn.ended"))
        #expect(log.text.contains("speak now"))
    }

    @Test("a toggled button is held until the command is run once more, which releases it")
    func toggle() async throws {
        let test = try TestBus()
        let stage = try test.connect(.listen)
        let requests = stage.subscribe(ListenRequest.self)
        try await stage.ready()
        try stage.publish(StageStatus(role: .listen, instance: "test", state: .ready, pid: 1, uptimeMs: 1))
        var options = Listen.Options()
        (options.isToggle, options.wait) = (true, .seconds(20))
        let (page, log) = (Page(), Page())
        let listen = Listen(at: test.address, options: options)
        async let first = listen.run(output: page.output, log: log.output)
        let hold = try #require(await requests.first())
        #expect(hold.body.mode == .hold)
        try stage.publish(Receipt(of: ListenRequest.kind), answering: hold.header)
        let turn = TurnID()
        try stage.publish(SpeechStarted(positionMs: 0, input: "test"), turn: turn)
        async let second = listen.run(output: Page().output, log: log.output)
        let release = try #require(await requests.first())
        #expect(release.body.mode == .release)
        try stage.publish(Receipt(of: ListenRequest.kind), answering: release.header)
        #expect(try await second)
        try stage.publish(SpeechTranscript(text: "next", engine: "test"), turn: turn)
        try stage.publish(TurnEnded(outcome: .handled), turn: turn)
        #expect(try await first)
        #expect(log.text.contains("the next saybus listen --toggle ends it") && log.text.contains("released"))
        #expect(log.text.contains("waiting for a turn in default"))
        // The first press of the next turn holds again.
        async let third = listen.run(output: Page().output, log: Page().output)
        let again = try #require(await requests.first())
        #expect(again.body.mode == .hold)
        try stage.publish(Receipt(of: ListenRequest.kind), answering: again.header)
        let next = TurnID()
        try stage.publish(SpeechStarted(positionMs: 0, input: "test"), turn: next)
        try stage.publish(TurnEnded(outcome: .handled), turn: next)
        #expect(try await third)
    }

    @Test(
        "without speech it says so and withdraws the button, and without a listening stage it says how to start one")
    func silence() async throws {
        let test = try TestBus()
        let none = await #expect(throws: StageFailure.self) {
            try await Listen(at: test.address).run(output: Page().output, log: Page().output)
        }
        #expect(none?.code == .unavailable && none?.reason.contains("no listen stage is ready") == true)
        let stage = try test.connect(.listen)
        // A button that arrives twice gets a receipt: it is sent again when the stage shows itself.
        stage.sendsReceipts = false
        let requests = stage.subscribe(ListenRequest.self)
        try await stage.ready()
        try stage.publish(StageStatus(role: .listen, instance: "test", state: .ready, pid: 1, uptimeMs: 1))
        var options = Listen.Options()
        (options.speechTimeout, options.wait) = (.milliseconds(1), .seconds(20))
        let log = Page()
        #expect(
            try await Listen(at: test.address, options: options).run(output: Page().output, log: log.output) == false)
        #expect(log.text.contains("nothing was heard in the conversation default"))
        #expect(!log.text.contains("speak now"), "no listening stage has taken the button")
        let pressed = try #require(await requests.first { $0.body.withdraws == nil })
        let withdrawal = try #require(await requests.first { $0.body.withdraws != nil })
        #expect(withdrawal.body == .withdrawal(of: pressed.header.id))
    }

    @Test("a signal withdraws the button, so that the microphone does not stay open", arguments: [SIGINT, SIGTERM])
    func stopped(signal: Int32) async throws {
        let test = try TestBus()
        let stage = try test.connect(.listen)
        let requests = stage.subscribe(ListenRequest.self)
        try await stage.ready()
        try stage.publish(StageStatus(role: .listen, instance: "test", state: .ready, pid: 1, uptimeMs: 1))
        let program = try ProgramUnderTest("saybus", ["listen", "--wait", "20", "--bus", test.address.url])
        let pressed = try #require(await requests.first { $0.body.withdraws == nil })
        try stage.publish(Receipt(of: ListenRequest.kind), answering: pressed.header)
        try await program.line(on: .standardError) { $0.contains("speak now") }
        program.send(signal)
        #expect(try await program.exitCode() == 1, "\(program.report)")
        #expect(program.lines(.standardError).last == "the turn is withdrawn")
        let withdrawal = try #require(await requests.first { $0.body.withdraws != nil })
        #expect(withdrawal.body == .withdrawal(of: pressed.header.id))
    }

    @Test("a signal releases a held button")
    func stoppedHold() async throws {
        let test = try TestBus()
        let stage = try test.connect(.listen)
        let requests = stage.subscribe(ListenRequest.self)
        try await stage.ready()
        try stage.publish(StageStatus(role: .listen, instance: "test", state: .ready, pid: 1, uptimeMs: 1))
        let program = try ProgramUnderTest(
            "saybus", ["listen", "--hold", "--wait", "20", "--bus", test.address.url], takesInput: true)
        let pressed = try #require(await requests.first { $0.body.mode == .hold })
        try stage.publish(Receipt(of: ListenRequest.kind), answering: pressed.header)
        try await program.line(on: .standardError) { $0.contains("press Return") }
        program.send(SIGINT)
        #expect(try await program.exitCode() == 1, "\(program.report)")
        #expect(program.lines(.standardError).last == "released")
        let released = await requests.first { $0.body.mode == .release }
        #expect(released != nil)
    }
}
