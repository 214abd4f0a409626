import Foundation
import SaybusBus
import SaybusTesting

/// Paths of the same frames on a bus with keys: libzmq's proxy with CURVE and no access control, and the broker with
/// CURVE and a policy that it checks for each message, of a user who may publish everything and of one who has a role.
struct SecuredPaths {
    /// The rounds in which the rates are measured, of which the median counts.
    private static let rateRounds = 5

    private let raw: BusAddress
    private let saybus: BusAddress
    private let limited: BusAddress
    private let proxy: BenchmarkProgram
    private let broker: BenchmarkProgram

    /// Creates keys and a policy in a folder, and starts proxy and broker.
    init(_ temporary: TemporaryFolder) throws {
        let folder = temporary.path
        let keys = KeyDirectory("\(folder)/keys")
        let server = try keys.make("broker")
        let client = try keys.make("bench")
        let limitedClient = try keys.make("limited")
        let policy = "\(folder)/policy.yaml"
        try """
        users:
          bench:
            key: \(keys.path)/bench.public
            publish: ["*"]
            subscribe: ["*"]
          limited:
            key: \(keys.path)/limited.public
            publish: [speech.partial, stage.status]
            subscribe: [speech.partial, stage.status]
            roles: [bench]
            instances: ["raw*"]
            apps: [none]

        """.write(toFile: policy, atomically: true, encoding: .utf8)
        // A umask of 002 would let the group write it.
        chmod(policy, 0o644)
        try FileManager.default.createDirectory(atPath: folder + "/curve", withIntermediateDirectories: true)
        var (raw, saybus) = (try BusAddress("ipc://\(folder)/curve"), try BusAddress("ipc://\(folder)/guarded"))
        raw.credentials = try Credentials(client, serverKey: server.publicKey)
        saybus.credentials = raw.credentials
        var limited = saybus
        limited.credentials = try Credentials(limitedClient, serverKey: server.publicKey)
        (self.raw, self.saybus, self.limited) = (raw, saybus, limited)
        // The proxy reads the secret from the file: arguments are visible to other users.
        proxy = try BenchmarkProgram(
            "saybus-bench", ["raw-proxy", raw.publishEndpoint, raw.subscribeEndpoint, "\(keys.path)/broker.secret"],
            in: temporary)
        broker = try BenchmarkProgram(
            "saybus-broker", ["--bus", saybus.url, "--key", "\(keys.path)/broker.secret", "--policy", policy],
            in: temporary)
    }

    /// Returns the figures of the broker next to those of libzmq's proxy.
    func measure(
        _ frames: [[UInt8]], rounds: Int, pings: Int, _ messages: Int, window: Int
    ) throws -> [Figure] {
        var (rawTimes, saybusTimes, limitedTimes): ([Double], [Double], [Double]) = ([], [], [])
        for _ in 0..<rounds {
            try Task.checkCancellation()
            rawTimes += try RawPath(raw, frames).ping(pings)
            saybusTimes += try RawPath(saybus, frames).ping(pings)
            limitedTimes += try RawPath(limited, frames).ping(pings)
        }
        var (rawRates, saybusRates, limitedRates): ([Double], [Double], [Double]) = ([], [], [])
        for _ in 0..<Self.rateRounds {
            rawRates.append(try RawPath(raw, frames).rate(messages, window: window))
            saybusRates.append(try RawPath(saybus, frames).rate(messages, window: window))
            limitedRates.append(try RawPath(limited, frames).rate(messages, window: window))
        }
        let (rawRate, saybusRate) = (Percentiles(rawRates)(0.5), Percentiles(saybusRates)(0.5))
        let limitedRate = Percentiles(limitedRates)(0.5)
        let (rawP, saybusP, limitedP) = (Percentiles(rawTimes), Percentiles(saybusTimes), Percentiles(limitedTimes))
        return [
            Figure("with CURVE: one way, libzmq and zmq_proxy, p50", rawP(0.5), "µs"),
            Figure("with CURVE and policy: one way, saybus-broker, p50", saybusP(0.5), "µs"),
            Figure("with CURVE and policy of a role: one way, saybus-broker, p50", limitedP(0.5), "µs"),
            Figure("with CURVE: rate, libzmq and zmq_proxy", rawRate, "messages/s"),
            Figure("with CURVE and policy: rate, saybus-broker", saybusRate, "messages/s"),
            Figure("with CURVE and policy of a role: rate, saybus-broker", limitedRate, "messages/s"),
            Figure("with CURVE and policy: rate beside zmq_proxy with CURVE", saybusRate / max(rawRate, 1), "×"),
            Figure(
                "with CURVE and policy of a role: rate beside a user without limits", limitedRate / max(saybusRate, 1),
                "×", goal: .atLeast(0.97)),
        ]
    }
}
