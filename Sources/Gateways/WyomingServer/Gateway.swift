import Logging
import SaybusAudioOutput
import SaybusBus
import SaybusExternalEngines
import SaybusListening
import SaybusMessages
import SaybusPatternMatching
import SaybusStage
import SaybusSupport
import SaybusTranscription
import Synchronization

/// The parts that all peers of a gateway share.
final class Gateway: Sendable {
    /// The engines of the services.
    let services: WyomingServices
    /// The turns that peers begin.
    let turns: PeerTurns
    /// The conversations whose loudspeaker the gateway is.
    let claims: LoudspeakerClaims
    /// The answer to `describe`.
    let info: WyomingEvent
    /// The only session that is served; nil for those that peers name.
    var session: Session? { context.session }

    private let recognizers: RecognizerPool?
    private let context: StageContext
    private let matcher = Mutex(PatternMatcher([]))
    private let refusals: PeerRefusals
    private let failures = Mutex(RefusalCounts())

    /// The most recognizers at work at once.
    static let maximumRecognizers = 4

    /// Creates a gateway, and loads the first recognizer and the voice.
    /// - Throws: `StageFailure` with code `unavailable` when an engine or its model is missing, `configuration` when
    ///   the engine has no such voice.
    init(_ services: WyomingServices, _ context: StageContext, _ options: StageOptions) async throws {
        (self.services, self.context) = (services, context)
        refusals = PeerRefusals(context)
        claims = LoudspeakerClaims(options)
        turns = PeerTurns(
            bus: context.bus, logger: context.logger, claims: claims, chosenVoice: services.chosenVoice
        ) { [context] in context.show($0) }
        recognizers = services.makeRecognizer.map { RecognizerPool(capacity: Self.maximumRecognizers, make: $0) }
        let recognizer = try await recognizers?.prepare()
        try await services.synthesizer?.prepareForStart()
        // A server of voices may be away now; its default voice is spoken all the same.
        let voices = (try? await services.synthesizer?.voices()) ?? []
        info = ServiceDescription(services: services, recognizer: recognizer, voices: voices).info
    }

    /// The gateway's logger.
    var logger: Logger { context.logger }

    /// Stops the engines.
    func close() async { await recognizers?.close() }

    // MARK: Engines

    /// Begins to recognize an utterance.
    /// - Throws: ``RequestFailure`` when the gateway recognizes no speech; what the recognizer throws.
    func transcription() async throws -> Transcription {
        guard let recognizers else { throw RequestFailure("no-asr", "this gateway recognizes no speech") }
        return try await Transcription(recognizers)
    }

    /// Returns the voice.
    /// - Throws: ``RequestFailure`` when there is none.
    func synthesizer() throws -> any Synthesizer {
        guard let synthesizer = services.synthesizer else {
            throw RequestFailure("no-tts", "this gateway speaks nothing")
        }
        return synthesizer
    }

    /// Returns the detectors of wake words.
    /// - Throws: ``RequestFailure`` when there are none.
    func wakeWordDetectors(_ phrases: [String]) async throws -> [any WakeWordDetector] {
        guard !phrases.isEmpty else {
            throw RequestFailure(
                "no-wake-word", "this gateway knows none of these wake words; start it with --wake \"hey computer\"")
        }
        var detectors: [any WakeWordDetector] = []
        for phrase in phrases { detectors.append(try await services.makeDetector(phrase)) }
        return detectors
    }

    /// Returns the meanings of a text by the apps' patterns, best first.
    func meanings(of text: String) -> [SpeechIntent.Hypothesis] { matcher.withLock { $0 }.match(text) }

    /// Takes a message of the bus.
    func observe(_ message: RawMessage) {
        turns.observe(message)
        if message.header.kind == StageStatus.kind, let status = context.bus.read(message, as: StageStatus.self) {
            claims.observe(status.body)
        }
    }

    /// Takes the apps' catalogs. That takes a second or more for a large one.
    func update(_ all: [Catalog]) async {
        let new = PatternMatcher(all.map(\.unscoped))
        matcher.withLock { $0 = new }
        await recognizers?.update(Vocabulary(catalogs: all))
        context.update { $0.catalogRevision = new.revision }
    }

    // MARK: Problems

    /// Sets or removes the problem in the status.
    func show(_ problem: String?) { context.update { $0.problem = problem } }

    /// Records that a request of a peer has failed. What fails again and again does not fill the log.
    func failed(_ peer: WyomingPeer, because error: any Error) {
        let reason = LogLine.clean("\(error)", limit: 300)
        let count = failures.withLock { $0.record(reason) }
        guard count.isLoggedCount else { return }
        logger.notice(
            "a request failed", metadata: ["peer": "\(peer.name)", "error": "\(reason)", "count": "\(count)"])
    }

    /// Shows that a peer cannot be accepted, since no descriptor is left.
    func exhausted() { refusals.addExhaustion() }

    /// Shows that a peer was refused or was cut off.
    func refuse(_ peer: WyomingPeer, because reason: String) { refusals.add(peer, because: reason) }
}
