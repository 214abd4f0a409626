import Glibc
import SaybusBus
import SaybusMessages
import SaybusStage
import SaybusTesting
import Testing

@testable import SaybusIntentRecognition

@Suite("A flood of catalogs", .timeLimit(.minutes(2)))
struct CatalogFloodTests {
    /// The number of catalogs.
    private static let count = 2000

    /// Returns the message of a catalog of the flood, under a source that is not the connection's own.
    private func message(_ number: Int, ofSources sources: Int) throws -> RawMessage {
        let source = try #require(Source(role: Role("flood"), instance: "i\(number % sources)"))
        var header = Header(
            kind: Catalog.kind, session: .default, source: source, run: 1, sequence: number / sources, retain: true)
        let body = try makeCatalog(["C": ["flood number \(number)"]], app: "flood\(number)").wire(header: &header)
        return RawMessage(header: header, body: body)
    }

    /// Returns the time that this machine takes now to read all catalogs of the flood and to compile once what is kept
    /// of them.
    private func timeForAll(ofSources sources: Int) throws -> Duration {
        let messages = try (0..<Self.count).map { try message($0, ofSources: sources) }
        return try ContinuousClock().measure {
            var registry = CatalogRegistry()
            for message in messages { _ = registry.update(try message.decode(Catalog.self)) }
            var recognizers = RecognizerSet(IntentStage.Settings())
            recognizers.update(registry.all)
        }
    }

    @Test(
        "2000 catalogs of one source, of as many as one key may have, or of as many sources, stall no other app",
        arguments: [1, 60, 2000])
    func flood(sources: Int) async throws {
        let test = try TestBus()
        let home = try test.connect(Role("home"))
        let flooder = try test.connect(Role("flood"))
        let answers = home.subscribe(SpeechIntent.self)
        let statuses = home.subscribe(StageStatus.self)
        let program = try ProgramUnderTest("saybus-intent", ["--bus", test.address.url])
        for bus in [home, flooder] { try await bus.ready() }
        try await program.ready()
        try home.publish(makeCatalog(["Next": ["next song"]], app: "home"))

        // Heartbeats keep a program from being lost, and its catalog from making room for newer ones.
        let heartbeats = Task {
            while !Task.isCancelled {
                try home.publish(StageStatus(role: Role("home"), instance: "test", state: .ready, pid: 1, uptimeMs: 1))
                try await Task.sleep(for: .milliseconds(500))
            }
        }
        defer { heartbeats.cancel() }

        // A turn waits for the catalogs before it, for a second at most. A stage that compiled each of them would take
        // many times as long.
        let bound = RecognizerCompiler.catalogTimeout + (try timeForAll(ofSources: sources)) * 2
        func isUnderstood(_ text: String, as type: String) async throws -> Bool {
            let turn = TurnID()
            let began = ContinuousClock.now
            try home.publish(SpeechTranscript(text: text, engine: "test"), turn: turn)
            let answer = await answers.first(within: .seconds(30)) { $0.header.turn == turn }
            let spent = ContinuousClock.now - began
            #expect(spent < bound, "\(spent), and \(bound) are allowed")
            return answer?.body.hypotheses.first?.type == type
        }

        #expect(try await isUnderstood("next song", as: "Next"))
        for number in 0..<Self.count {
            try flooder.publish(frames: try message(number, ofSources: sources).frames)
            if number % 250 == 249 { #expect(try await isUnderstood("next song", as: "Next")) }
        }
        let newcomer = try test.connect(Role("newcomer"))
        try await newcomer.ready()
        let catalog = makeCatalog(["Tea": ["make tea"]], app: "kitchen")
        try newcomer.publish(catalog)
        _ = try #require(
            await statuses.first(within: .seconds(20)) { $0.body.catalogRevision?.contains(catalog.revision) == true })
        #expect(try await isUnderstood("make tea", as: "Tea"))
        #expect(try await isUnderstood("next song", as: "Next"))
        program.send(SIGTERM)
        #expect(try await program.exitCode() == 0)
    }
}
