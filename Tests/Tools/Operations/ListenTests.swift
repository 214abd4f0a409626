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
        let stage = try test.connect("listen")
        let requests = stage.subscribe(ListenRequest.self)
        try await stage.ready()
        try stage.publish(StageStatus(role: "listen", instance: "test", state: .ready, pid: 1, uptimeMs: 1))
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

    @Test("without speech it says so, and without a listening stage it says how to start one")
    func silence() async throws {
        let test = try TestBus()
        let none = await #expect(throws: StageFailure.self) {
            try await Listen(at: test.address).run(output: Page().output, log: Page().output)
        }
        #expect(none?.code == .unavailable && none?.reason.contains("no listen stage is ready") == true)
        let stage = try test.connect("listen")
        try await stage.ready()
        try stage.publish(StageStatus(role: "listen", instance: "test", state: .ready, pid: 1, uptimeMs: 1))
        var options = Listen.Options()
        (options.speechTimeout, options.wait) = (.milliseconds(1), .seconds(20))
        let log = Page()
        #expect(
            try await Listen(at: test.address, options: options).run(output: Page().output, log: log.output) == false)
        #expect(log.text.contains("nothing was heard in the conversation default"))
    }
}
