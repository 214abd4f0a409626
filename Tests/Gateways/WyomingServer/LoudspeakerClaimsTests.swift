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
    private let test: TestBus
    private let claims: LoudspeakerClaims
    private let kitchen: Session

    init() throws {
        test = try TestBus()
        claims = LoudspeakerClaims(try StageOptions.parse(["--bus", test.address.url]))
        kitchen = try #require(Session(rawValue: "kitchen"))
    }

    /// Lets the claims know what the bus tells of them, until the task is cancelled.
    private func observeBus() async throws -> Task<Void, any Error> {
        let bus = try test.connect(.tap)
        let statuses = bus.subscribe(StageStatus.self)
        try await bus.ready()
        return Task { [claims] in
            defer { withExtendedLifetime(bus) {} }
            for try await status in statuses { claims.observe(status.body) }
        }
    }

    /// Lets as many claims fail as make further ones useless.
    private func fail() {
        claims.failures.withLock { failures in
            for _ in 0..<ClaimFailures.limit { failures.record(isKnown: false, at: .now) }
        }
    }

    @Test("a claim holds while its request goes on, and no longer, also when the bus does not tell of its end")
    func end() async throws {
        let hearing = try await observeBus()
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
        let hearing = try await observeBus()
        defer { hearing.cancel() }
        fail()
        let request = try await claims.claim(kitchen) { () -> Bool in claims.contains(kitchen) }
        let satellite = try await claims.claim(kitchen, isLasting: true) { () -> Bool in
            await claims.state.wait(within: .seconds(20)) { $0.known.values.contains(kitchen) }
        }
        #expect(!request && satellite)
    }

    @Test("a request that is given up before its claim is known says nothing of the failures before it")
    func givenUp() async throws {
        fail()
        let request = Task { try await claims.claim(kitchen, isLasting: true) { () -> Bool in true } }
        request.cancel()
        _ = await request.result
        let isTried = claims.failures.withLock { $0.allowsClaim(at: .now) }
        #expect(!isTried)
    }
}
