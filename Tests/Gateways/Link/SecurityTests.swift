import Glibc
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusLink

/// Certificates and keys of a test.
struct LineKeys {
    static let openssl = "/usr/bin/openssl"
    /// A pair that `nk -gen user` has made, for tests only.
    static let centreKey = "UBJER7AUUNMZRFKEBCD6LDMMW5TCRGPLVFM3NPK5BXEUMQOO5YJORWRS"
    static let centreSeed = "SUAFOI3WSOCKQZ6E7BMKZJF5MQKS7RUJOC3MW765MLIZS2VCYNCZZSYYYQ"
    static let siteKey = "UBS74KOIMNPJZOH47XKXCPTXFXRQCS5YZ72HP26K524ACYOWBNZK3ITK"
    static let siteSeed = "SUAI3P6WULC2XN7H5E52VG6TVDNZ7IDMKCSQIFR4HKJTYO2BU2M3SRKYXI"

    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("centre.seed", Self.centreSeed, mode: 0o600)
        try folder.write("site.seed", Self.siteSeed, mode: 0o600)
    }

    /// Makes an authority, and the certificates of the server and of a site.
    func makeCertificates() async throws {
        func run(_ arguments: [String]) async throws {
            let program = try ProgramUnderTest(Self.openssl, arguments)
            #expect(try await program.exitCode() == 0, "\(program.report)")
        }
        let new = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
        try await run(new + ["-keyout", path("ca.key"), "-out", path("ca.pem"), "-subj", "/CN=fleet"])
        for (name, subject) in [("server", "/CN=127.0.0.1"), ("site", "/CN=den")] {
            try await run(
                new + ["-CA", path("ca.pem"), "-CAkey", path("ca.key"), "-addext", "subjectAltName=IP:127.0.0.1"]
                    + ["-keyout", path("\(name).key"), "-out", path("\(name).pem"), "-subj", subject])
            chmod(path("\(name).key"), 0o600)
        }
    }

    func path(_ name: String) -> String { folder.path(name) }
}

@Suite("Who may take part in a line", .enabled(if: NATSUnderTest.isInstalled, "nats-server is installed"))
struct SecurityTests {
    /// The permissions of the page about sites.
    static func authorization(_ site: String) -> String {
        """
        authorization {
          users: [
            {nkey: "\(LineKeys.centreKey)", permissions: {publish: ">", subscribe: ">"}}
            {nkey: "\(LineKeys.siteKey)", permissions: {
              publish: ["say.\(site).>", "$JS.ACK.SAYBUS_HEAR.site-\(site).>"]
              subscribe: ["_INBOX.\(site).>", "live.\(site).>"]
            }}
          ]
        }
        """
    }

    @Test("a site has the rights for its turns by its NKey, and none for those of another site")
    func keys() async throws {
        let keys = try LineKeys()
        let (server, sites) = (try await NATSUnderTest(Self.authorization("den")), try LinkedSites())
        let centre = try await sites.centre(
            "centre-1", server.address, ["saybus-intent"],
            ["--serve", "intent", "--nkey", LineKeys.centreKey, "--nkey-seed", keys.path("centre.seed")])
        let own = ["--use", "intent", "--nkey", LineKeys.siteKey, "--nkey-seed", keys.path("site.seed")]
        let home = try await sites.home("den", server.address, own)
        let speaker = try await Speaker(home.test)
        _ = try #require(await speaker.wait(for: .intent), "\(home.link.report)\n\(centre.link.report)")
        #expect(await speaker.end(of: try speaker.say("lights on"))?.body.outcome == .handled)
        // The same key in the name of another site.
        let posing = try await sites.home("kitchen", server.address, own)
        let other = try await Speaker(posing.test)
        let status = try #require(
            await other.recorder.first(StageStatus.self) {
                $0.body.role == .link && $0.body.problem?.lowercased().contains("permissions violation") == true
            }, "\(posing.link.report)")
        #expect(status.body.state == .ready)
        #expect(!other.recorder.all(StageStatus.self).contains { $0.body.role == .intent && $0.body.state == .ready })
        // Without a key nobody comes in, and the link says so.
        let stranger = try await sites.home("hall", server.address)
        try await stranger.link.line(on: .standardError) { $0.lowercased().contains("authorization") }
        stranger.link.send(SIGTERM)
        #expect(try await stranger.link.exitCode() == 0)
    }

    @Test("a right that a site lacks costs a few lines of the log and a few repetitions, and is the link's problem")
    func missingRight() async throws {
        let keys = try LineKeys()
        let authorization = Self.authorization("den")
            .replacing(
                "publish: [\"say.den.",
                with: "publish: {deny: [\"say.den.audio.input.>\", \"say.den.speech.ended.>\"], allow: [\"say.den."
            )
            .replacing("site-den.>\"]", with: "site-den.>\"]}")
        let (server, sites) = (try await NATSUnderTest(authorization), try LinkedSites())
        let centre = try await sites.centre(
            "centre-1", server.address, [],
            ["--serve", "transcribe", "--nkey", LineKeys.centreKey, "--nkey-seed", keys.path("centre.seed")])
        let hearing = try await TranscriberDouble(centre.test, "lights on")
        let home = try await sites.home(
            "den", server.address,
            ["--use", "transcribe", "--nkey", LineKeys.siteKey, "--nkey-seed", keys.path("site.seed")])
        let speaker = try await Speaker(home.test)
        _ = try #require(await speaker.wait(for: .transcribe), "\(home.link.report)\n\(centre.link.report)")
        let turn = TurnID()
        try speaker.speak(turn, chunks: 100)
        let end = try #require(await speaker.recorder.first(TurnEnded.self) { $0.header.turn == turn })
        #expect(end.body.outcome == .failed, "\(hearing.recorder.all(AudioInput.self).count)")
        let lines = home.link.lines(.standardError).filter { $0.contains("refuses something") }
        #expect(!lines.isEmpty && lines.count < 30, "\(home.link.report)")
        let isShown = speaker.recorder.all(StageStatus.self).contains {
            $0.body.role == .link && $0.body.problem?.lowercased().contains("permissions violation") == true
        }
        #expect(isShown, "\(home.link.report)")
    }

    @Test(
        "a line with TLS on which both sides prove who they are",
        .enabled(if: access(LineKeys.openssl, X_OK) == 0, "openssl is installed"))
    func tls() async throws {
        let keys = try LineKeys()
        try await keys.makeCertificates()
        let server = try await NATSUnderTest(
            """
            tls {
              cert_file: "\(keys.path("server.pem"))"
              key_file: "\(keys.path("server.key"))"
              ca_file: "\(keys.path("ca.pem"))"
              verify: true
            }
            """)
        let address = server.address.replacing("nats:", with: "tls:")
        let proof = [
            "--ca", keys.path("ca.pem"), "--certificate", keys.path("site.pem"), "--certificate-key",
            keys.path("site.key"),
        ]
        let sites = try LinkedSites()
        let centre = try await sites.centre(
            "centre-1", address, ["saybus-intent"], ["--serve", "intent"] + proof)
        let home = try await sites.home("den", address, ["--use", "intent"] + proof)
        let speaker = try await Speaker(home.test)
        _ = try #require(
            await speaker.wait(for: .intent),
            "\(home.link.report)\n\(centre.link.report)\n\(server.program.report)")
        #expect(await speaker.end(of: try speaker.say("lights on"))?.body.outcome == .handled)
        // A site that does not prove who it is hears nothing, and so does one that trusts another authority.
        let stranger = try await sites.home("hall", address, ["--use", "intent", "--ca", keys.path("ca.pem")])
        try await stranger.link.line(on: .standardError) { $0.contains("the line is cut") || $0.contains("cannot") }
    }

    @Test("garbage from the line is refused, counted and shown, and harms no turn")
    func garbage() async throws {
        let (server, sites) = (try await NATSUnderTest(), try LinkedSites())
        let centre = try await sites.centre("centre-1", server.address)
        let home = try await sites.home("den", server.address)
        let speaker = try await Speaker(home.test)
        let watcher = try await Speaker(centre.test)
        _ = try #require(await speaker.wait(for: .intent), "\(home.link.report)\n\(centre.link.report)")
        let address = try NATSAddress(server.address)
        let attacker = try NATSClient(NATSSettings(servers: [address], name: "attacker"), LineReceiver { _ in })
        let huge = [UInt8](repeating: 7, count: 900_000)
        let header = "{\"v\":1,\"id\":\"x\"}"
        for subject in [
            "hear.den.speech.intent.00.default", "hear.den.speech.transcript.x.y", "live.den.speech.partial.0.a",
            "live.den.link.beat", "say.den.catalog.00.default.lights", "say.den.link.offer.intent.00.default",
            "say.den.speech.transcript.00.default", "say.den.voice.request.00.default", "hear.den.a",
            "say.den.link.ask.link",
        ] {
            for body in [[], [0, 255, 13, 10], huge] {
                for fields in [
                    [:], [.header: header, .site: "den"], [.header: "\u{1}\u{ff}", .site: "..", .turn: "x"],
                ]
                    as [[LineMessage.Field: String]]
                {
                    try attacker.send(LineMessage(subject: subject, reply: "nowhere", fields: fields, body: body))
                }
            }
        }
        for (reader, name) in [(speaker, "den"), (watcher, "centre-1")] {
            let status = try #require(
                await reader.recorder.first(StageStatus.self) {
                    $0.body.role == .link && $0.body.problem?.contains("refused") == true
                }, "\(name)")
            #expect(status.body.state == .ready)
        }
        let end = await speaker.end(of: try speaker.say("lights on"))
        #expect(end?.body.outcome == .handled, "\(home.link.report)\n\(centre.link.report)")
        attacker.close()
    }

    /// Options, and the exit code with which the program refuses them.
    static let wrong: [(String, Int32)] = [
        ("--site den", 64),
        ("--nats http://x --site den --use intent", 64),
        ("--nats nats://u:p@x --site den --use intent", 64),
        ("--nats nats://hub.example --site den --use intent", 64),
        ("--nats tls://hub.example --site den --use intent", 64),
        ("--nats nats://localhost --site a.b --use intent", 64),
        ("--nats nats://localhost --site den --use audio", 64),
        ("--nats nats://localhost --site den --use intent --serve intent", 64),
        ("--nats nats://localhost --site den --send speech.transcript", 64),
        ("--nats nats://localhost --site den", 64),
        ("--nats nats://localhost --site den --use intent --ca /none", 78),
        ("--nats nats://localhost --site den --use intent --bus ipc:///tmp/saybus-none --wait 0.1", 69),
    ]

    @Test("bad options are told in one line", arguments: wrong)
    func options(line: String, code: Int32) async throws {
        let program = try ProgramUnderTest("saybus-link", line.split(separator: " ").map(String.init))
        #expect(try await program.exitCode() == code, "\(program.report)")
        #expect(program.lines(.standardError).first?.isEmpty == false)
    }
}
