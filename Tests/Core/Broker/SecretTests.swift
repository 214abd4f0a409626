import Foundation
import SaybusBus
import SaybusTesting
import SaybusZeroMQ
import Testing

@testable import SaybusBroker

@Suite("Secret keys")
struct SecretTests {
    @Test("nothing that holds a secret key shows it when it is printed or when its use fails")
    func printed() throws {
        let test = try SecuredBus(["hall": SecurityTests.all])
        let key = try test.keys.secret("hall")
        let secret = try #require(key.secretKey)
        let pair = try CurveKeyPair(secretKey: secret)
        let credentials = try Credentials(key, serverKey: test.keys.publicKey("broker"))
        var address = test.address
        address.credentials = credentials
        let values: [Any] = [
            key, pair, credentials, address, SocketOption.curveServer(secretKey: secret),
            SocketOption.curveClient(serverKey: secret, keys: pair), try BrokerSecurity(key: key, policy: Policy()),
        ]
        for value in values {
            #expect(!"\(value)".contains(secret) && !String(reflecting: value).contains(secret), "\(type(of: value))")
            #expect(!"\([value])".contains(secret), "\(type(of: value))")
        }
    }

    @Test("neither messages, logs at the lowest level nor a recording hold a secret key")
    func recorded() async throws {
        let test = try SecuredBus(["hall": SecurityTests.all])
        let bus = try BusAddress("ipc://\(test.folder)/programs")
        let secrets = try ["hall", "broker"].map { try test.keys.secret($0).secretKey ?? "" }
        let policy = "\(test.folder)/programs.yaml"
        try "users:\n  hall: {key: \(test.keys.path)/hall.public, \(SecurityTests.all)}\n".write(
            toFile: policy, atomically: true, encoding: .utf8)
        // Secrets of other programs, which these inherit.
        let inherited = ["HOME_ASSISTANT_TOKEN": "inherited-secret-1", "SAYBUS_TOKEN": "inherited-secret-2"]
        let own = [
            "SAYBUS_BUS": bus.url, "SAYBUS_KEY": "\(test.keys.path)/hall.secret",
            "SAYBUS_SERVER_KEY": "\(test.keys.path)/broker.public",
            "SAYBUS_BROKER_KEY": "\(test.keys.path)/broker.secret", "SAYBUS_POLICY": policy,
        ]
        let environment = own.merging(inherited) { $1 }
        let broker = try ProgramUnderTest("saybus-broker", ["--log-level", "trace"], environment: environment)
        _ = try await broker.ready()
        let file = "\(test.folder)/session.saybus"
        let tap = try ProgramUnderTest("saybus-tap", ["record", file], environment: environment)
        _ = try await tap.ready()
        let intent = try ProgramUnderTest("saybus-intent", ["--log-level", "trace"], environment: environment)
        _ = try await intent.ready()
        // A key that the policy does not have, which broker and client write about.
        var wrong = environment
        wrong["SAYBUS_KEY"] = "\(test.keys.path)/stranger.secret"
        let stranger = try ProgramUnderTest("saybus", ["status"], environment: wrong)
        #expect(try await stranger.exitCode() == 69)
        for program in [intent, tap, broker] {
            program.send(SIGTERM)
            _ = try await program.exitCode()
        }
        let strange = try test.keys.secret("stranger").secretKey ?? ""
        let recording = try Data(contentsOf: URL(fileURLWithPath: file))
        #expect(recording.firstRange(of: Data("stage.status".utf8)) != nil)
        for secret in secrets + [strange] + inherited.values {
            #expect(recording.firstRange(of: Data(secret.utf8)) == nil)
            for program in [broker, tap, intent, stranger] {
                #expect(!program.report.contains(secret))
                #expect(!program.lines(.standardError).joined().contains(secret))
            }
        }
    }
}
