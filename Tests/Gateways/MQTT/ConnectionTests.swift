import Foundation
import SaybusProcesses
import SaybusTesting
import Testing

@testable import SaybusMQTT

@Suite("Connections to a real MQTT broker", .enabled(if: MosquittoUnderTest.isInstalled, "mosquitto is installed"))
struct ConnectionTests {
    private func run(_ path: String, _ arguments: [String]) async throws {
        let run = try await ProcessCommand(path, arguments).capture(limit: 4096, timeout: .seconds(20)).get()
        try #require(run.termination == .exited(0))
    }

    @Test("a message arrives, and its sender learns that the broker has it", arguments: MQTTSettings.Version.allCases)
    func arrives(version: MQTTSettings.Version) async throws {
        let broker = try await MosquittoUnderTest()
        let hearer = try await MQTTPeer(broker.address) { $0.version = version }
        let sender = try await MQTTPeer(broker.address) { $0.version = version }
        try await sender.send("a/b", "hello")
        #expect(try await hearer.message("a/b").text == "hello")
        await sender.connection.close()
        await hearer.connection.close()
    }

    @Test("the broker publishes the will of a client that is lost, and not that of one that ends")
    func will() async throws {
        let broker = try await MosquittoUnderTest()
        let hearer = try await MQTTPeer(broker.address)
        let will: (inout MQTTSettings) -> Void = { $0.will = MQTTMessage(topic: "state", text: "offline", qos: 1) }
        let polite = try await MQTTPeer(broker.address, will)
        await polite.connection.close(after: MQTTMessage(topic: "state", text: "bye", qos: 1))
        try await hearer.message("state") { $0 == "bye" }
        #expect(!hearer.messages.contains { $0.text == "offline" })
    }

    @Test("a broker that is away is found when it is there, and gets what waited, but not what need not arrive")
    func away() async throws {
        let first = try await MosquittoUnderTest()
        let sender = try await MQTTPeer(first.address)
        try await first.stop()
        try await sender.events.require("the loss") {
            $0.contains { if case .disconnected = $0 { true } else { false } }
        }
        sender.connection.send(MQTTMessage(topic: "live", text: "1"))
        sender.connection.send(MQTTMessage(topic: "sure", text: "2", qos: 1, isRetained: true))
        let second = try await first.again()
        let hearer = try await MQTTPeer(second.address)
        try await hearer.message("sure")
        #expect(!hearer.messages.contains { $0.topic == "live" })
    }

    @Test("a message that the broker refuses is told with its topic and the reason, also when nobody waits for its end")
    func refused() async throws {
        let broker = try await MosquittoUnderTest.restricted(by: "topic read #\ntopic write a\n")
        let sender = try await MQTTPeer(broker.address, to: [])
        let token = MQTTConnection.Token(1)
        sender.connection.send(MQTTMessage(topic: "b", text: "1", qos: 1), token: token)
        sender.connection.send(MQTTMessage(topic: "c", text: "1", qos: 1))
        try await sender.send("a", "1")
        let reason = "Not authorized; see the MQTT broker's access control list"
        let expected: [MQTTEvent] = [
            .publicationRefused(token, topic: "b", reason: reason),
            .publicationRefused(nil, topic: "c", reason: reason),
        ]
        let events = sender.events.value
        #expect(expected.allSatisfy { events.contains($0) }, "\(events)")
        await sender.connection.close()
    }

    @Test("a host that does not answer is reported, and what waits for it is given up at its deadline")
    func unanswered() async throws {
        let host = try DeafListener()
        let sender = try await MQTTPeer(host.address, waits: false)
        let token = MQTTConnection.Token(1)
        let now = ContinuousClock.now
        sender.connection.send(MQTTMessage(topic: "a", text: "1", qos: 1, expiry: now + .seconds(5)), token: token)
        sender.connection.tick(now)
        #expect(sender.events.value.isEmpty)
        sender.connection.tick(now + .seconds(60))
        let events = sender.events.value
        let reason = "no MQTT broker took it before its deadline"
        #expect(events.count == 2 && events.first == .dropped(token, reason: reason), "\(events)")
        guard case .disconnected(let error)? = events.last else { throw MQTTError(.library, "\(events)") }
        #expect(error.code == .unreachable && error.reason.contains("no connection after 10 s"))
        withExtendedLifetime(host) {}
    }

    @Test("a broker that stands still is told in words, which the library lacks")
    func standstill() {
        // The code of a ping without an answer.
        #expect(MosquittoClient.text(19) == "it does not answer any more")
    }

    @Test("a wrong password is told with what to do", arguments: MQTTSettings.Version.allCases)
    func password(version: MQTTSettings.Version) async throws {
        let folder = try TemporaryFolder()
        try await run("/usr/bin/mosquitto_passwd", ["-b", "-c", folder.path("passwords"), "me", "right"])
        chmod(folder.path("passwords"), 0o644)
        let broker = try await MosquittoUnderTest(
            "allow_anonymous false\npassword_file \(folder.path("passwords"))", in: folder)
        let right = try await MQTTPeer(broker.address) { ($0.version, $0.user, $0.password) = (version, "me", "right") }
        await right.connection.close()
        let wrong = try await MQTTPeer(broker.address, waits: false) {
            ($0.version, $0.user, $0.password) = (version, "me", "wrong")
        }
        let events = try await wrong.events.require("a refusal") { !$0.isEmpty }
        guard case .disconnected(let error)? = events.first else { throw MQTTError(.library, "\(events)") }
        #expect(error.code == .refused && error.reason.contains("check --user and --password-file"), "\(error)")
        await wrong.connection.close()
    }

    @Test("a large message is left out and counted, and the next one arrives", arguments: MQTTSettings.Version.allCases)
    func large(version: MQTTSettings.Version) async throws {
        let broker = try await MosquittoUnderTest()
        let hearer = try await MQTTPeer(broker.address) { ($0.version, $0.maximumPayloadBytes) = (version, 1000) }
        let sender = try await MQTTPeer(broker.address, to: [])
        try await sender.send("big", String(repeating: "x", count: 60_000))
        // Under MQTT 5 the broker keeps back even larger messages.
        try await sender.send("huge", String(repeating: "x", count: 300_000))
        try await sender.send("small", "y")
        try await hearer.message("small")
        #expect(hearer.events.value.contains(.oversized(topic: "big", bytes: 60_000)))
        #expect(!hearer.messages.contains { $0.topic == "big" || $0.topic == "huge" })
    }

    @Test("the connection is encrypted, and a certificate of an unknown authority or for another name is refused")
    func encryption() async throws {
        let folder = try TemporaryFolder()
        try await run(
            "/usr/bin/openssl",
            [
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1", "-addext",
                "subjectAltName=IP:127.0.0.1", "-keyout", folder.path("key"), "-out", folder.path("certificate"),
            ])
        let port = try FreePort.number()
        let broker = try await MosquittoUnderTest(
            "allow_anonymous true\nlistener \(port) 127.0.0.1\ncertfile \(folder.path("certificate"))\nkeyfile \(folder.path("key"))",
            in: folder)
        let url = "mqtts://127.0.0.1:\(port)"
        let peer = try await MQTTPeer(url) { $0.authorities = folder.path("certificate") }
        try await peer.send("a", "secret")
        let stranger = try await MQTTPeer(url, waits: false)
        let other = try await MQTTPeer("mqtts://localhost:\(port)", waits: false) {
            $0.authorities = folder.path("certificate")
        }
        for (peer, advice) in [(stranger, "--ca"), (other, "not for this name")] {
            // The library notices it sometimes when it connects, sometimes when it reads the answer.
            let events = try await peer.events.require("four attempts") { $0.count >= 4 }
            for event in events {
                guard case .disconnected(let error) = event else { throw MQTTError(.library, "\(event)") }
                #expect(error.code == .unreachable && error.reason.contains(advice), "\(error)")
            }
            await peer.connection.close()
        }
        withExtendedLifetime(broker) {}
    }
}
