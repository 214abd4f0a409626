import ArgumentParser
import SaybusAudioOutput
import SaybusExternalEngines
import SaybusListening
import SaybusMessages
import SaybusPhrases
import SaybusStage
import SaybusTranscription
import SaybusWyomingServer

/// The `saybus-wyoming` program.
@main
struct WyomingMain: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "saybus-wyoming",
        abstract: "Serves the Wyoming protocol: Home Assistant and others use Saybus' recognizers, voices and apps.",
        discussion: """
            Offers speech recognition (asr), voices (tts), wake words (wake), and the apps on the bus (intent, handle). With \
            --satellite it is the server of a Wyoming satellite. Subscribes mainly to catalog, audio.sequence and turn.ended; \
            publishes speech.transcript, and audio.playback for conversations that no audio stage serves.

            With --as-satellite it is a satellite itself: Home Assistant recognizes the listener's turns, carries them out and answers. \
            It takes the place of saybus-transcribe, saybus-intent and saybus-dispatch in its session.

            Everyone who can reach the address may use it: the protocol has no passwords.

            Examples: saybus-wyoming --uri tcp://0.0.0.0:10700 --zeroconf
                      saybus-wyoming --wake "hey computer" --voice en-gb
                      saybus-wyoming --satellite tcp://kitchen.local:10700=kitchen
                      saybus-wyoming --engine whisper --language de
                      saybus-wyoming --as-satellite --uri tcp://0.0.0.0:10700 --session kitchen --area Kitchen

            Exit codes: 0 after SIGTERM, SIGINT or SIGHUP, 64 bad usage, 69 no broker, no model or no library, or the address is in use, \
            78 a model, a library, a voice or a language that cannot be used.
            """,
        version: ProjectVersion.current)

    @Option(
        help: ArgumentHelp(
            "The address at which peers connect: tcp://host:port, unix:///path, or none. Port 0 takes a free one.",
            valueName: "url"))
    var uri = "tcp://127.0.0.1:10700"

    @Flag(help: "Let peers find the address on the local network, with Debian's avahi-daemon and avahi-utils.")
    var zeroconf = false

    @Option(
        help: ArgumentHelp("The name on the local network; default: Saybus on HOST.", valueName: "name"))
    var zeroconfName: String?

    @Option(
        help: ArgumentHelp(
            "A satellite of the protocol to connect to, and its conversation. Can be repeated.",
            valueName: "tcp://host:port[=session]"),
        transform: { try SatelliteOption($0) })
    var satellite: [SatelliteOption] = []

    @Option(
        help: ArgumentHelp(
            "A wake word that peers can ask for: a phrase of at least three syllables. Can be repeated.",
            valueName: "phrase"))
    var wake: [String] = []

    @Option(
        help: ArgumentHelp(
            "The method of wake word detection: auto, both, micro or keywords.", valueName: "method"))
    var wakeEngine = WakeEngine.auto

    @Option(
        help: ArgumentHelp(
            "The sensitivity of wake word detection, from 0 (never) to 1000 (in all speech).", valueName: "number"))
    var wakeSensitivity = KeywordWakeDetector.defaultSensitivity

    @Option(
        help: ArgumentHelp(
            "The speech synthesizer: auto, espeak-ng, flite or piper.", valueName: "engine"))
    var voiceEngine = SynthesisEngine.auto

    @Option(
        help: ArgumentHelp(
            "The voice of peers that ask for none, by name or language, as saybus voices lists them.", valueName: "name"
        ))
    var voice: String?

    @OptionGroup(title: "A satellite") var room: RoomOptions
    @OptionGroup var recognizer: RecognitionEngineOptions
    @OptionGroup var options: StageOptions

    func validate() throws {
        guard uri == "none" || SocketAddress.listening(uri) != nil else {
            throw ValidationError("--uri takes tcp://host:port, unix:///path or none, not \"\(uri)\".")
        }
        guard uri != "none" || !satellite.isEmpty else {
            throw ValidationError("--uri none leaves nothing to do without --satellite.")
        }
        guard !room.asSatellite || uri != "none" && satellite.isEmpty && wake.isEmpty else {
            throw ValidationError("--as-satellite takes a --uri, and neither --satellite nor --wake.")
        }
        let sessions = Dictionary(satellite.map { ($0.client.session, 1) }, uniquingKeysWith: +)
        if let shared = sessions.first(where: { $0.value > 1 })?.key {
            throw ValidationError(
                "--satellite: each satellite needs a session of its own, but several have \(shared); write tcp://host:port=session."
            )
        }
        if zeroconf, tcpPort == nil { throw ValidationError("--zeroconf needs a --uri with tcp://.") }
        guard wake.count <= Self.maximumWakeWords else {
            throw ValidationError("--wake: at most \(Self.maximumWakeWords) wake words.")
        }
        guard KeywordWakeDetector.sensitivities.contains(wakeSensitivity) else {
            throw ValidationError("--wake-sensitivity takes 0 to 1000.")
        }
        guard [.auto, .both, .micro, .keywords].contains(wakeEngine) else {
            throw ValidationError("--wake-engine takes auto, both, micro or keywords.")
        }
        guard [.auto, .espeak, .flite, .piper].contains(voiceEngine) else {
            throw ValidationError("--voice-engine takes auto, espeak-ng, flite or piper.")
        }
    }

    /// The most wake words: each is searched for on its own, for each peer that asks.
    private static let maximumWakeWords = 8

    private var tcpPort: UInt16? {
        guard case .tcp(_, let port)? = SocketAddress.listening(uri) else { return nil }
        return port
    }

    private var advertisement: ServiceAdvertisement? {
        zeroconf ? ServiceAdvertisement(name: zeroconfName, type: "_wyoming._tcp") : nil
    }

    func run() async throws {
        try await reportingFailure("saybus-wyoming") {
            try Language.checkChosen()
            if room.asSatellite, let address = SocketAddress.listening(uri) {
                let stage = room.stage(at: address, advertisement: advertisement)
                return try await StageRunner(
                    role: WyomingSatelliteStage.role, engine: "wyoming", tracking: WyomingSatelliteStage.tracking,
                    options: options
                ).run { try await stage.run($0) }
            }
            var settings = WakeEngine.Settings()
            settings.sensitivity = wakeSensitivity
            var services = WyomingServices(language: recognizer.language ?? Language.inUse.numbers.language) {
                [wakeEngine, settings] phrase in try await wakeEngine.detector(phrase, settings)
            }
            let (engine, model, address) = (recognizer.engine, recognizer.model, recognizer.address)
            let (program, language) = (recognizer.program, services.language)
            let timeout = Duration.milliseconds(max(1, Int(recognizer.patience * 1000)))
            services.makeRecognizer = {
                try engine.choice(
                    model: model, address: address, program: program, language: language, timeout: timeout
                ).recognizer
            }
            services.synthesizer = try voiceEngine.synthesizer(voice: voice)
            services.chosenVoice = voice
            services.wakePhrases = wake
            // A wake word that cannot be used is reported at the start, and not to the first peer.
            for phrase in wake { _ = try await services.makeDetector(phrase) }
            let stage = WyomingStage(
                services, at: SocketAddress.listening(uri), satellites: satellite.map(\.client),
                advertisement: advertisement, options: options)
            try await StageRunner(
                role: WyomingStage.role, engine: "wyoming", tracking: WyomingStage.tracking, options: options
            ).run { try await stage.run($0) }
        }
    }
}

extension WakeEngine: ExpressibleByArgument {}
extension SynthesisEngine: ExpressibleByArgument {}

/// A satellite, written `tcp://host:port` or `tcp://host:port=session`.
struct SatelliteOption: Sendable {
    let client: SatelliteClient

    init(_ argument: String) throws {
        let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
        guard let address = parts.first.flatMap(SocketAddress.init) else {
            throw ValidationError("it takes tcp://host:port or tcp://host:port=session")
        }
        guard let session = parts.count == 2 ? Session(rawValue: parts[1]) : .default else {
            throw ValidationError("\"\(parts[1])\" cannot be a session's name: \(Session.nameAdvice)")
        }
        client = SatelliteClient(address: address, session: session)
    }
}
