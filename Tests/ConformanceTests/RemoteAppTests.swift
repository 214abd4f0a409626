import Bus
import Foundation
import Messages
import SaybusTesting
import Testing

@Suite("A remote app in the pipeline")
struct RemoteAppTests {
    /// A bus with the stages that turn a text into an answer.
    private struct Table {
        let test: TestBus
        let ear: Bus
        let ends: Subscription<TurnEnded>
        let programs: [ProgramUnderTest]

        init() async throws {
            let test = try TestBus()
            self.test = test
            ear = try test.connect("tap")
            ends = ear.subscribe()
            try await ear.ready()
            programs = try [
                ("intent", []), ("dispatch", ["--app", Place.project + "/deploy/examples/kitchen.yaml"]),
                ("audio", ["--sink", "null"]),
            ].map { try ProgramUnderTest("saybus-\($0.0)", ["--bus", test.address.url] + $0.1) }
            for program in programs { try await program.ready() }
        }

        /// Waits until the recognizer knows an app.
        func waitForCatalog(_ app: String) async {
            let statuses = ear.subscribe(StageStatus.self)
            _ = await statuses.first {
                $0.body.role == "intent" && $0.body.catalogRevision?.contains("\(app)@") == true
            }
        }

        func say(_ text: String) async throws -> TurnEnded? {
            let turn = TurnID()
            try ear.publish(SpeechTranscript(text: text, engine: "text"), turn: turn)
            return await ends.first { $0.header.turn == turn }?.body
        }
    }

    @Test("its commands are carried out by it, and its words are heard", .enabled(if: Place.hasZeroMQ))
    func dice() async throws {
        let table = try await Table()
        let script = try ProgramUnderTest(
            Place.python, ["-B", Place.project + "/deploy/python/dice.py"],
            environment: ["SAYBUS_BUS": table.test.address.url])
        try await script.ready()
        await table.waitForCatalog("dice")
        let end = try await table.say("roll a die with twenty sides")
        #expect(end?.outcome == .handled && end?.app == "dice" && end?.command == "RollSides")
        #expect(end?.spoken?.hasPrefix("It is a ") == true)
        #expect(end?.timings.keys.contains("app") == true)
        #expect(try await table.say("roll a die with 1 sides")?.spoken == "I have no such die.")
        // The app's own commands go on beside it.
        #expect(try await table.say("turn the lights on")?.app == "kitchen")
    }

    @Test("an app that dies with a command in hand, asks back or is a stranger leaves an apology and a free session")
    func deaths() async throws {
        let table = try await Table()
        let app = try table.test.connect("app", instance: "lamp")
        let stranger = try table.test.connect("app", instance: "stranger")
        let commands = app.subscribe(CommandInvoked.self)
        try await app.ready()
        try await stranger.ready()
        func status(_ state: StageStatus.State) throws {
            try app.publish(StageStatus(role: "app", instance: "lamp", state: state, pid: 1, uptimeMs: 0))
        }
        try status(.ready)
        try app.publish(Catalog(app: "lamp", commands: [.init(type: "Glow", patterns: ["glow now"])]))
        await table.waitForCatalog("lamp")

        async let lost = table.say("glow now")
        let first = try #require(await commands.first())
        try stranger.publish(CommandResponse(feedback: "I am the lamp."), answering: first.header)
        try app.publish(Receipt(of: CommandInvoked.kind), answering: first.header)
        try status(.stopped)
        let end = try await lost
        #expect(end?.outcome == .failed && end?.spoken == "Sorry, that did not work.")
        #expect(end?.reason?.contains("lamp cannot answer: it is stopped") == true, "\(end?.reason ?? "")")

        // It is known to be gone: nobody waits for it.
        #expect(try await table.say("glow now")?.reason?.contains("it is stopped") == true)
        try status(.ready)
        async let back = table.say("glow now")
        let second = try #require(await commands.first { $0.header.id != first.header.id })
        try app.publish(
            CommandResponse(feedback: "Gladly.", followUp: .init(kind: "string", prompt: "Red?"), isTerminal: false),
            answering: second.header)
        let refused = try await back
        #expect(refused?.outcome == .failed && refused?.spoken == "Gladly. Sorry, I cannot ask you back.")
        #expect(try await table.say("turn the lights on")?.outcome == .handled)
        await app.close()
        await stranger.close()
    }
}
