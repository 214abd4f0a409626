import SaybusBroker
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@Suite("Very many lost stages")
struct LostStageTests {
    @Test(
        "late subscribers get the last ones, and none that seems to be present; the log has a line for all of a second")
    func many() async throws {
        let address = try TestBus.freshAddress()
        let log = LogLines()
        let broker = try Broker(at: address, logger: log.logger)
        defer { broker.close() }
        let bus = try Bus(at: address, as: Source(role: .tap, instance: "reader")!, logger: TestBus.quiet)
        let statuses = bus.subscribe(StageStatus.self, buffer: 20_000)
        try await bus.ready()
        // More than a quarter of the store, with names in alphabetical order.
        let names = (10_000..<14_200).map { "x\($0)" }
        for name in names {
            try bus.publish(StageStatus(role: .tap, instance: name, state: .ready, pid: 1, uptimeMs: 0))
        }
        let last = await statuses.first { $0.body.state == .lost && $0.body.instance == names.last }
        #expect(last != nil)

        let late = try Bus(at: address, as: Source(role: .tap, instance: "late")!, logger: TestBus.quiet)
        let stored = late.subscribe(StageStatus.self)
        try await late.ready()
        await late.close()
        var instances: [StageStatus.State: Set<String>] = [:]
        for try await status in stored where status.body.role == .tap {
            instances[status.body.state, default: []].insert(status.body.instance)
        }
        #expect(instances == [StageStatus.State.lost: Set(names.suffix(256))])

        let lines = log.lines.value.filter { $0.contains("lost stages") }
        #expect((1...10).contains(lines.count), "\(lines)")
        #expect(lines.first?.contains("tap/x10000") == true, "\(lines)")
    }
}
