import ArgumentParser
import SaybusAudioOutput
import SaybusConsole
import SaybusPhrases
import SaybusStage
import SaybusTelemetry

/// The `saybus-console` program.
@main
struct ConsoleMain: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "saybus-console",
        abstract: "Serves a page in the browser to talk to the assistant and to watch the bus.",
        discussion: """
            The page has a button to speak, with the browser's microphone and loudspeaker, a field to type, and the turns and stages of \
            the bus. Without --http, only programs of this machine can open it. From other machines it opens with a link that is \
            printed once. Browsers allow the microphone on this machine, or through https (--tls).

            Examples: saybus-console
                      saybus-console --app pizza.yaml --recordings recordings
                      saybus-console --http 0.0.0.0:8765 --token-file ~/.config/saybus-console.token --tls cert.pem key.pem

            Exit codes: 0 after SIGTERM, SIGINT or SIGHUP, 64 bad usage, 66 a file or folder is missing, 69 no broker or the address is in use, 78 an unknown voice, an invalid key, token, \
            certificate or language file.
            """,
        version: ProjectVersion.current)

    @Option(
        help: ArgumentHelp(
            "The address at which the page is served; default: \(ListeningAddress.standard). Port 0 takes a free one.",
            valueName: "host:port"),
        transform: { text in
            guard let address = ListeningAddress(text) else {
                throw ValidationError("--http takes host:port, such as 127.0.0.1:8765, not \"\(text)\".")
            }
            return address
        })
    var http = ListeningAddress.standard

    @Option(
        help: ArgumentHelp(
            "The file of the secret that opens the page; it is made if it is missing. Without it, a new secret is made for each run when other machines reach the address.",
            valueName: "file"))
    var tokenFile: String?

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Serve through https, with the certificate in the first PEM file and its private key in the second.",
            valueName: "certificate key"))
    var tls: [String] = []

    @Option(
        help: ArgumentHelp(
            "The speech synthesizer: espeak-ng, flite, piper, or auto, the best that is installed.", valueName: "engine"
        ))
    var engine: SynthesisEngine = .espeak

    @Option(help: ArgumentHelp("The voice, by name or language, as saybus voices lists them.", valueName: "name"))
    var voice: String?

    @Option(
        help: ArgumentHelp(
            "A folder with sound files, as for saybus-audio --sounds. Can be repeated.", valueName: "[instance=]folder")
    )
    var sounds: [String] = []

    @Option(
        help: ArgumentHelp(
            "The YAML file of an app, whose text and problems the page shows. Can be repeated.", valueName: "file"))
    var app: [String] = []

    @Option(
        help: ArgumentHelp(
            "A folder of recordings of saybus-tap record, *.db: the page shows, compares and replays them. A replay is recorded beside them.",
            valueName: "folder"))
    var recordings: String?

    @OptionGroup var options: StageOptions

    func validate() throws {
        guard tls.isEmpty || tls.count == 2 else {
            throw ValidationError("--tls takes two files: the certificate and its private key.")
        }
        guard ![SynthesisEngine.wyoming, .command].contains(engine) else {
            throw ValidationError("--engine takes espeak-ng, flite, piper or auto.")
        }
    }

    func run() async throws {
        try await reportingFailure("saybus-console") {
            let token: AccessToken? =
                if let tokenFile { try AccessToken(file: tokenFile) } else { http.isLoopback ? nil : AccessToken() }
            let certificate =
                tls.isEmpty ? nil : try CertificateFiles(certificate: tls[0], key: tls[1])
            let voice = try await ConsoleVoice(engine: engine, voice: voice, sounds: sounds)
            try Language.checkChosen()
            let stage = try ConsoleStage(
                address: http, token: token?.text, certificate: certificate, voice: voice,
                files: try OfferedFiles(apps: app, recordings: recordings), options: options)
            try await StageRunner(role: ConsoleStage.role, tracking: ConsoleStage.tracking, options: options)
                .run { [http] context in
                    try await stage.run(context) { port in
                        let address = ListeningAddress(host: http.host, port: port).reachable
                        Self.announce("\(certificate == nil ? "http" : "https")://\(address)/", token)
                    }
                }
        }
    }

    /// Writes the page's address on standard error, with a token that nobody but this program knows yet.
    private static func announce(_ address: String, _ token: AccessToken?) {
        let secret = token.map { $0.isNew ? "?token=\($0.text)" : "?token=(the word in the token's file)" }
        StandardError.shared.write("console: open \(address)\(secret ?? "")\n")
    }
}

extension SynthesisEngine: ExpressibleByArgument {}
