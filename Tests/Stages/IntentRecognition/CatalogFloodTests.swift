import Glibc
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@Suite("A flood of catalogs", .timeLimit(.minutes(2)))
struct CatalogFloodTests {
    /// The longest time from a transcript to its intent. It takes a tenth of that on an idle machine; without the
    /// limits a flood stalls the stage for more than twice as long.
    private static let bound = Duration.seconds(10)

    /// Publishes a catalog under a source that may be another than the connection's own.
    private func publish(_ catalog: Catalog, as instance: String, _ sequence: Int, on bus: Bus) throws {
        let source = try #require(Source(role: "flood", instance: instance))
        var header = Header(
            kind: Catalog.kind, session: .default, source: source, run: 1, sequence: sequence, retain: true)
        let body = try catalog.wire(header: &header)
        try bus.publish(frames: RawMessage(header: header, body: body).frames)
    }

    @Test(
        "2000 catalogs of one source, of as many as one key may have, or of as many sources, stall no other app",
        arguments: [1, 60, 2000])
    func flood(sources: Int) async throws {
        let test = try TestBus()
        let home = try test.connect("home")
        let flooder = try test.connect("flood")
        let answers = home.subscribe(SpeechIntent.self)
        let statuses = home.subscribe(StageStatus.self)
        let program = try ProgramUnderTest("saybus-intent", ["--bus", test.address.url])
        for bus in [home, flooder] { try await bus.ready() }
        try await program.ready()
        try home.publish(makeCatalog(["Next": ["next song"]], app: "home"))

        // Heartbeats keep a program from being lost, and its catalog from making room for newer ones.
        let heartbeats = Task {
            while !Task.isCancelled {
                try home.publish(StageStatus(role: "home", instance: "test", state: .ready, pid: 1, uptimeMs: 1))
                try await Task.sleep(for: .milliseconds(500))
            }
        }
        defer { heartbeats.cancel() }

        func isUnderstood(_ text: String, as type: String) async throws -> Bool {
            let turn = TurnID()
            let began = ContinuousClock.now
            try home.publish(SpeechTranscript(text: text, engine: "test"), turn: turn)
            let answer = await answers.first(within: .seconds(30)) { $0.header.turn == turn }
            let spent = ContinuousClock.now - began
            #expect(spent < Self.bound, "\(spent)")
            return answer?.body.hypotheses.first?.type == type
        }

        #expect(try await isUnderstood("next song", as: "Next"))
        for number in 0..<2000 {
            let catalog = makeCatalog(["C": ["flood number \(number)"]], app: "flood\(number)")
            try publish(catalog, as: "i\(number % sources)", number / sources, on: flooder)
            if number % 250 == 249 { #expect(try await isUnderstood("next song", as: "Next")) }
        }
        let newcomer = try test.connect("newcomer")
        try await newcomer.ready()
        let catalog = makeCatalog(["Tea": ["make tea"]], app: "kitchen")
        try newcomer.publish(catalog)
        _ = await statuses.first(within: .seconds(20)) { $0.body.catalogRevision?.contains(catalog.revision) == true }
        #expect(try await isUnderstood("make tea", as: "Tea"))
        #expect(try await isUnderstood("next song", as: "Next"))
        program.send(SIGTERM)
        #expect(try await program.exitCode(within: .seconds(5)) == 0)
    }
}
