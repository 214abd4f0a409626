import Foundation
import SaybusBus

/// The same frames on a bus with keys: libzmq's proxy with CURVE and no questions asked, and the broker with CURVE, which holds each
/// message against a policy.
struct GuardedPaths {
    private let raw: BusAddress
    private let ours: BusAddress
    private let proxy: ChildProgram
    private let broker: ChildProgram

    /// Makes keys and a policy in a folder, and starts both.
    init(_ folder: String) throws {
        let keys = KeyDirectory("\(folder)/keys")
        let server = try keys.make("broker")
        let client = try keys.make("bench")
        let policy = "\(folder)/policy.yaml"
        try """
        users:
          bench:
            key: \(keys.path)/bench.public
            publish: ["*"]
            subscribe: ["*"]

        """.write(toFile: policy, atomically: true, encoding: .utf8)
        try FileManager.default.createDirectory(atPath: folder + "/curve", withIntermediateDirectories: true)
        var (raw, ours) = (try BusAddress("ipc://\(folder)/curve"), try BusAddress("ipc://\(folder)/guarded"))
        raw.credentials = try Credentials(client, serverKey: server.publicKey)
        ours.credentials = raw.credentials
        (self.raw, self.ours) = (raw, ours)
        // It reads the secret from the file: a secret has no place among the arguments.
        proxy = try ChildProgram(
            "saybus-bench", ["raw-proxy", raw.publishEndpoint, raw.subscribeEndpoint, "\(keys.path)/broker.secret"])
        broker = try ChildProgram(
            "saybus-broker", ["--bus", ours.url, "--key", "\(keys.path)/broker.secret", "--policy", policy])
    }

    /// What keys and policy cost: each beside libzmq's own.
    func measure(
        _ frames: [[UInt8]], rounds: Int, pings: Int, _ messages: Int, window: Int
    ) throws -> [Figure] {
        var (rawTimes, ourTimes): ([Double], [Double]) = ([], [])
        for _ in 0..<rounds {
            rawTimes += try RawPath(raw, frames).ping(pings)
            ourTimes += try RawPath(ours, frames).ping(pings)
        }
        let rawRate = try RawPath(raw, frames).rate(messages, window: window)
        let ourRate = try RawPath(ours, frames).rate(messages, window: window)
        let (rawP, ourP) = (Percentiles(rawTimes), Percentiles(ourTimes))
        return [
            Figure("with CURVE: one way, libzmq and zmq_proxy, p50", rawP(0.5), "µs"),
            Figure("with CURVE and policy: one way, saybus-broker, p50", ourP(0.5), "µs"),
            Figure("with CURVE: rate, libzmq and zmq_proxy", rawRate, "messages/s"),
            Figure("with CURVE and policy: rate, saybus-broker", ourRate, "messages/s"),
            Figure("with CURVE and policy: rate beside zmq_proxy with CURVE", ourRate / max(rawRate, 1), "×"),
        ]
    }
}
