import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusDispatch

@Suite("The status of an app without a stage")
struct OwnStatusTests {
    private let test: TestBus
    private let bus: Bus
    private let client: Bus
    private let recorder: Recorder

    init() async throws {
        test = try TestBus()
        bus = try test.connect(.dispatch)
        client = try test.connect(Role("client"))
        recorder = Recorder(client.subscribe(to: [Catalog.self, StageStatus.self]))
        try await client.ready()
    }

    private func make(_ pattern: String) -> TurnRuntime {
        let command = Catalog.Command(type: "Read", patterns: [pattern])
        return TurnRuntime(Catalog(app: "mail", commands: [command]), bus: bus, logger: TestBus.quiet)
    }

    @Test("it comes before the catalog, and says that the app is ready after it")
    func order() async throws {
        let running = Task { [runtime = make("read my mail")] in try await runtime.run([]) }
        defer { running.cancel() }
        let ready = await recorder.first(StageStatus.self) { [bus] in
            $0.header.source == bus.source && $0.body.state == .ready
        }
        #expect(ready != nil)
        var order: [String] = []
        for message in recorder.messages where message.header.source == bus.source {
            let isStatus = message.header.kind == StageStatus.kind
            try order.append(isStatus ? message.decode(StageStatus.self).body.state.rawValue : "catalog")
        }
        #expect(Array(order.prefix(3)) == ["starting", "catalog", "ready"])
    }

    @Test("it says that an app has stopped whose catalog is too large")
    func tooLarge() async throws {
        let runtime = make(String(repeating: "a", count: 2 << 20))
        let error = await #expect(throws: BusError.self) { try await runtime.run([]) }
        #expect(error?.code == .unsendable)
        let stopped = await recorder.first(StageStatus.self) { [bus] in
            $0.header.source == bus.source && $0.body.state == .stopped
        }
        #expect(stopped != nil)
    }
}
