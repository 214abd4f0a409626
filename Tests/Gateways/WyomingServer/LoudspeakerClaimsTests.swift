import ArgumentParser
import SaybusBus
import SaybusMessages
import SaybusStage
import SaybusSupport
import SaybusTesting
import Synchronization
import Testing

@testable import SaybusWyomingServer

@Suite("Claims of conversations")
struct LoudspeakerClaimsTests {
    @Test("a claim holds while its request goes on, and no longer, also when the bus does not tell of its end")
    func end() async throws {
        let test = try TestBus()
        let claims = LoudspeakerClaims(try StageOptions.parse(["--bus", test.address.url]))
        let bus = try test.connect("tap")
        let statuses = bus.subscribe(StageStatus.self)
        try await bus.ready()
        let kitchen = try #require(Session(rawValue: "kitchen"))
        let hearing = Task { for try await status in statuses { claims.observe(status.body) } }
        let holds = try await claims.claim(kitchen) { () -> Bool in
            // On a busy machine, the body may begin before that.
            let isKnown = await claims.state.wait(within: .seconds(20)) { $0.known.values.contains(kitchen) }
            hearing.cancel()
            return isKnown && claims.contains(kitchen)
        }
        #expect(holds && !claims.contains(kitchen))
    }

    @Test("after failures a request goes on without a claim, and a satellite is claimed all the same")
    func failures() async throws {
        let test = try TestBus()
        let claims = LoudspeakerClaims(try StageOptions.parse(["--bus", test.address.url]))
        let bus = try test.connect("tap")
        let statuses = bus.subscribe(StageStatus.self)
        try await bus.ready()
        let kitchen = try #require(Session(rawValue: "kitchen"))
        let hearing = Task { for try await status in statuses { claims.observe(status.body) } }
        defer { hearing.cancel() }
        claims.failures.withLock { failures in
            for _ in 0..<ClaimFailures.most { failures.record(isKnown: false, at: .now) }
        }
        let request = try await claims.claim(kitchen) { () -> Bool in claims.contains(kitchen) }
        let satellite = try await claims.claim(kitchen, isLasting: true) { () -> Bool in
            await claims.state.wait(within: .seconds(20)) { $0.known.values.contains(kitchen) }
        }
        #expect(!request && satellite)
    }

    @Test("a request that is given up before its claim is known says nothing of the failures before it")
    func givenUp() async throws {
        let test = try TestBus()
        let claims = LoudspeakerClaims(try StageOptions.parse(["--bus", test.address.url]))
        let kitchen = try #require(Session(rawValue: "kitchen"))
        claims.failures.withLock { failures in
            for _ in 0..<ClaimFailures.most { failures.record(isKnown: false, at: .now) }
        }
        let request = Task { try await claims.claim(kitchen, isLasting: true) { () -> Bool in true } }
        request.cancel()
        _ = await request.result
        let isTried = claims.failures.withLock { $0.allowsClaim(at: .now) }
        #expect(!isTried)
    }
}
