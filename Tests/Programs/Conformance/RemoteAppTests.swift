import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@Suite("Remote apps in the pipeline")
struct RemoteAppTests {
    @Test("a remote app carries out its commands, and its feedback is spoken", .enabled(if: TestEnvironment.hasZeroMQ))
    func dice() async throws {
        let pipeline = try await RemoteAppPipeline()
        let script = try ProgramUnderTest(
            TestEnvironment.python, ["-B", TestEnvironment.project + "/deploy/python/dice.py"],
            environment: ["SAYBUS_BUS": pipeline.test.address.url])
        try await script.ready()
        try await pipeline.waitForCatalog("dice")
        let end = try await pipeline.publishText("roll a die with twenty sides")
        #expect(end?.outcome == .handled && end?.app == "dice" && end?.command == "RollSides")
        #expect(end?.spoken?.hasPrefix("It is a ") == true)
        #expect(end?.timings.keys.contains("app") == true)
        #expect(try await pipeline.publishText("roll a die with 1 sides")?.spoken == "I have no such die.")
        // The dispatcher's own app still works.
        #expect(try await pipeline.publishText("turn the lights on")?.app == "kitchen")
    }

    @Test(
        "an app that dies during a command, or answers with garbage, causes an apology and leaves the session usable; a foreign answer is ignored"
    )
    func deaths() async throws {
        let pipeline = try await RemoteAppPipeline()
        let app = try pipeline.test.connect(.app, instance: "lamp")
        let stranger = try pipeline.test.connect(.app, instance: "stranger")
        let commands = app.subscribe(CommandInvoked.self)
        try await app.ready()
        try await stranger.ready()
        func status(_ state: StageStatus.State) throws {
            try app.publish(StageStatus(role: .app, instance: "lamp", state: state, pid: 1, uptimeMs: 0))
        }
        try status(.ready)
        try app.publish(Catalog(app: "lamp", commands: [.init(type: "Glow", patterns: ["glow now"])]))
        try await pipeline.waitForCatalog("lamp")

        async let odd = pipeline.publishText("glow now")
        let early = try #require(await commands.first())
        try app.publish(Receipt(of: CommandInvoked.kind), answering: early.header)
        let header = Header(
            kind: CommandResponse.kind, session: early.header.session, turn: early.header.turn, source: app.source,
            run: app.run, sequence: 0, causes: [early.header.id])
        try app.publish(frames: RawMessage(header: header, body: Array(#"{"isTerminal": "yes"}"#.utf8)).frames)
        let unread = try await odd
        #expect(unread?.outcome == .failed)
        #expect(
            unread?.reason?.contains("its response cannot be read: command.response: isTerminal") == true,
            "\(unread?.reason ?? "")")

        async let lost = pipeline.publishText("glow now")
        let first = try #require(await commands.first())
        try stranger.publish(CommandResponse(feedback: "I am the lamp."), answering: first.header)
        try app.publish(Receipt(of: CommandInvoked.kind), answering: first.header)
        try status(.stopped)
        let end = try await lost
        #expect(end?.outcome == .failed && end?.spoken == "Sorry, that did not work.")
        #expect(end?.reason?.contains("lamp cannot answer: it is stopped") == true, "\(end?.reason ?? "")")

        // The app is known to be stopped, so the dispatcher does not wait for it.
        let absent = try await pipeline.publishText("glow now")
        #expect(absent?.outcome == .failed && absent?.spoken == "lamp is not there now.")
        #expect(absent?.reason?.contains("it is stopped") == true)
        #expect(try await pipeline.publishText("what day is it")?.outcome == .handled)
        await app.close()
        await stranger.close()
    }
}
