import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@Suite("A remote app in the pipeline")
struct RemoteAppTests {
    @Test("its commands are carried out by it, and its words are heard", .enabled(if: Place.hasZeroMQ))
    func dice() async throws {
        let table = try await RemoteTable()
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

    @Test("an app that dies with a command in hand or is a stranger leaves an apology and a free session")
    func deaths() async throws {
        let table = try await RemoteTable()
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
        #expect(try await table.say("turn the lights on")?.outcome == .handled)
        await app.close()
        await stranger.close()
    }
}
