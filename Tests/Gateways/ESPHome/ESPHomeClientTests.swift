import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@Suite(
    "A voice satellite, judged by Home Assistant's own client",
    .enabled(if: SatelliteUnderTest.hasClient, "the Python package aioesphomeapi and espeak-ng are installed"),
    .timeLimit(.minutes(2)), .serialized)
struct ESPHomeClientTests {
    private static let hall = Session(rawValue: "hall")!

    @Test("an encrypted connection, and a whole turn by voice: heard, carried out, answered, and gone on with")
    func turn() async throws {
        let satellite = try await SatelliteUnderTest()
        let messages = satellite.watcher.subscribe(to: [SpeechTranscript.self, AudioSequence.self, TurnEnded.self])
        let requests = satellite.watcher.subscribe(ListenRequest.self)
        try await satellite.watcher.ready()
        let client = try satellite.client("turn", key: satellite.key)
        let info = try await client.line { $0.contains("\"mac\"") }
        #expect(info.contains(#""name": "hall""#) && info.contains(#""area": "Hall""#))
        #expect(info.contains(#""encrypted": true"#) && info.contains(#""features": 61"#))
        _ = try await client.line { $0.contains("wake_words") }
        let wav = try await satellite.wav("turn on the kitchen light")
        let listen = try ProgramUnderTest(
            "saybus-listen", ["--bus", satellite.test.address.url, "--session", "hall", "--wav", wav])
        var text: String?
        var spoken: String?
        var ended: Message<TurnEnded>?
        for await case .message(let message) in messages {
            switch message.header.kind {
            case SpeechTranscript.kind: text = try message.decode(SpeechTranscript.self).body.text
            case AudioSequence.kind: spoken = try message.decode(AudioSequence.self).body.spokenText
            default: ended = try message.decode(TurnEnded.self)
            }
            if ended != nil { break }
        }
        #expect(text == "turn on the kitchen light" && spoken == "The light is on.")
        #expect(ended?.body.outcome == .handled && ended?.body.spoken == spoken, "\(ended?.body.reason ?? "")")
        #expect(ended?.body.app == "home-assistant" && ended?.header.session == Self.hall)
        #expect(await requests.first { _ in true }?.body.mode == .followUp)
        #expect(try await client.exitCode(within: .seconds(30)) == 0, "\(client.report)")
        let lines = client.lines()
        #expect(lines.contains { $0.contains(#""stop": false"#) && !$0.contains(#""seconds": 0.0"#) }, "\(lines)")
        #expect(lines.contains { $0.contains(#""played": true"#) } && lines.last?.contains("disconnected") == true)
        #expect(try await listen.exitCode() == 0, "\(listen.report)")
        satellite.gateway.send(SIGTERM)
        #expect(try await satellite.gateway.exitCode() == 0)
    }

    @Test("without a free descriptor it says so once, and takes those who have connected when there is one again")
    func exhausted() async throws {
        let satellite = try await SatelliteUnderTest(encrypted: false)
        try await satellite.gateway.exhaustDescriptors()
        let waiting = try LoopbackConnection(to: Int(satellite.port) ?? 0)
        let line = "no descriptor is left for a connection"
        try await satellite.gateway.line(on: .standardError) { $0.contains(line) }
        // The client's greeting.
        try waiting.send([0, 0, 1])
        try await satellite.gateway.limitDescriptors(to: 1_024)
        #expect(await !waiting.receive().isEmpty)
        #expect(satellite.gateway.lines(.standardError).count { $0.contains(line) } == 1)
        satellite.gateway.send(SIGTERM)
        #expect(try await satellite.gateway.exitCode() == 0, "\(satellite.gateway.report)")
    }

    @Test("an announcement is fetched and played before Home Assistant is told so, and a finished timer rings")
    func announcements() async throws {
        let satellite = try await SatelliteUnderTest(encrypted: false, sounds: true)
        let sequences = satellite.watcher.subscribe(AudioSequence.self)
        let requests = satellite.watcher.subscribe(ListenRequest.self)
        let statuses = satellite.watcher.subscribe(StageStatus.self)
        try await satellite.watcher.ready()
        _ = try #require(await statuses.first { $0.body.role == .audio && $0.body.state == .ready })
        let wav = try await satellite.wav("dinner is ready")
        let sound = Array(try Data(contentsOf: URL(fileURLWithPath: wav)))
        let head = "HTTP/1.1 200 OK\r\nContent-Length: \(sound.count)\r\nConnection: close\r\n\r\n"
        let server = try WebServer(sending: Array(head.utf8) + sound)
        let client = try satellite.client("announce", key: nil, url: server.address + "/api/tts_proxy/a.wav")
        let announced = try await client.line(within: .seconds(30)) { $0.contains("announced") }
        #expect(announced.contains("true"), "\(satellite.gateway.report)")
        let sequence = await sequences.first { _ in true }
        guard case .file(let file)? = sequence?.body.events.first else { throw NoFile() }
        #expect(file.path.hasPrefix("satellite-"))
        #expect(await requests.first { _ in true }?.body.mode == .followUp)
        #expect(try await client.exitCode() == 0)
        let left = try FileManager.default.contentsOfDirectory(atPath: satellite.folder.path(""))
        #expect(!left.contains { $0.hasPrefix("satellite-") })
        let timer = try satellite.client("timer", key: nil)
        #expect(try await timer.exitCode(within: .seconds(30)) == 0, "\(timer.report)")
        #expect(await sequences.first { _ in true }?.body.spokenText == "Eggs")
    }

    private struct NoFile: Error {}

    @Test("a device at an address of this machine alone is not announced on the network")
    func unreachable() async throws {
        let test = try TestBus()
        let gateway = try ProgramUnderTest(
            "saybus-esphome", ["--bus", test.address.url, "--host", "127.0.0.1", "--port", "0", "--zeroconf"])
        let line = try await gateway.line(on: .standardError) { $0.contains("cannot be found on the network") }
        #expect(line.contains("127.0.0.1"))
    }

    @Test("a device without a key says at its start that others may hear the room, unless only this machine reaches it")
    func withoutKey() async throws {
        let test = try TestBus()
        for (host, isOpen) in [("0.0.0.0", true), ("127.0.0.1", false)] {
            let gateway = try ProgramUnderTest(
                "saybus-esphome", ["--bus", test.address.url, "--host", host, "--port", "0"])
            _ = try await gateway.line(on: .standardError) { $0.contains("port=") }
            let warning = gateway.lines(.standardError).contains { $0.contains("serving without a key") }
            #expect(warning == isOpen, "\(gateway.report)")
            gateway.send(SIGTERM)
            #expect(try await gateway.exitCode() == 0, "\(gateway.report)")
        }
    }

    @Test("another key, none, and one where none is wanted are refused with the reason that the client knows")
    func keys() async throws {
        let secured = try await SatelliteUnderTest()
        let wrong = Data((0..<32).map { UInt8($0) }).base64EncodedString()
        for (key, expected) in [(wrong, "InvalidEncryptionKeyAPIError"), (nil, "RequiresEncryptionAPIError")] {
            let client = try secured.client("turn", key: key)
            #expect(try await client.exitCode(within: .seconds(30)) == 0, "\(client.report)")
            #expect(client.lines().first?.contains(expected) == true, "\(client.report)")
        }
        let open = try await SatelliteUnderTest(encrypted: false)
        let client = try open.client("turn", key: wrong)
        #expect(try await client.exitCode(within: .seconds(30)) == 0, "\(client.report)")
        #expect(client.lines().first?.contains("EncryptionPlaintextAPIError") == true, "\(client.report)")
        let statuses = secured.watcher.subscribe(StageStatus.self)
        try await secured.watcher.ready()
        let status = await statuses.first {
            $0.body.role == .transcribe && $0.body.problem?.contains("cut off") == true
        }
        #expect(status != nil)
    }
}
