import Dispatch
import Testing

@testable import SaybusExternalEngines

@Suite("The look-up of hosts", .timeLimit(.minutes(1)))
struct HostLookUpTests {
    @Test("a name server that does not answer is waited for up to the deadline only")
    func silent() {
        let end = DispatchSemaphore(value: 0)
        defer { end.signal() }
        let failure = #expect(throws: EngineFailure.self) {
            try HostLookUp.addresses(of: .tcp(host: "kitchen.local", port: 10_400), before: .now) {
                end.wait()
                return .success([])
            }
        }
        #expect(failure?.code == .timeout && failure?.reason.contains("tcp://kitchen.local:10400") == true)
    }

    @Test("an answer of the name server counts, also a refusal")
    func answers() {
        let refusal = EngineFailure(.unreachable, "there is no such host")
        let failure = #expect(throws: EngineFailure.self) {
            try HostLookUp.addresses(of: .tcp(host: "nowhere", port: 1), before: .now + .seconds(30)) {
                .failure(refusal)
            }
        }
        #expect(failure == refusal)
    }

    @Test("an address of either family is its own host", arguments: ["127.0.0.1", "::1"])
    func numbers(host: String) throws {
        let found = try HostLookUp.addresses(of: host, port: 10_400, before: .now)
        #expect(found.count == 1)
    }
}
