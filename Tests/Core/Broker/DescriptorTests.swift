import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@Suite("File descriptors of the broker")
struct DescriptorTests {
    @Test(
        "a broker with 128 descriptors and 200 connections goes on, serves those it has, and says what is wrong",
        .disabled(if: Sanitizer.replacesSocketFunctions, "the sanitizer accepts connections without a reserve"))
    func few() async throws {
        let address = try TestBus.freshAddress()
        let broker = try ProgramUnderTest(
            "/bin/sh",
            [
                "-c", "ulimit -n 128; exec \"$0\" \"$@\"", ProgramUnderTest.path(of: "saybus-broker"), "--bus",
                address.url,
            ])
        _ = try await broker.ready()
        let source = try #require(Source(role: .tap, instance: "early"))
        let early = try Bus(at: address, as: source, logger: TestBus.quiet)
        let statuses = early.subscribe(StageStatus.self)
        let partials = early.subscribe(SpeechPartial.self)
        try await early.ready()
        var crowd = try (0..<200).map { _ in try StuckSubscriber(address: address) }
        for subscriber in crowd { try subscriber.subscribe(["catalog/"]) }
        let told = await statuses.first { $0.body.problem?.contains("ulimit -n") == true }
        #expect(told?.body.role == .broker && told?.body.counters.refused ?? 0 > 0)
        try early.publish(SpeechPartial(text: "a", revision: 1))
        #expect(await partials.first()?.body.revision == 1)
        #expect(early.counters.lost == 0)
        // New connections succeed after the 200 have closed.
        crowd.removeAll()
        let late = try Bus(at: address, as: source, logger: TestBus.quiet)
        try await late.ready(within: .seconds(20))
        broker.send(SIGTERM)
        #expect(try await broker.exitCode() == 0)
    }
}
