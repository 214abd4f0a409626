import SaybusMessages
import Synchronization

/// A synthesizer that takes, for each voice and language, the best engine that is installed.
///
/// A voice's name chooses its engine. A language chooses the best engine that speaks it: the speech's `voice`, else
/// `xml:lang` of the SSML's first element, else the default. When an engine cannot begin a speech, the next one that
/// speaks the language takes it, so that there is an answer.
public final class AutomaticSynthesizer: Synthesizer {
    /// `auto`
    public let engine = "auto"

    /// The voices of an engine.
    private struct Listing {
        let voices: [Voice]
        let time = ContinuousClock.now
    }

    /// The time for which a list of voices is used, since others may be installed meanwhile. An empty one is not: it
    /// costs little to look again whether an engine has been installed.
    private static let listAge = Duration.seconds(60)

    private let engines: [any Synthesizer]
    private let voice: String
    private let maximumAge: Duration
    /// The voices of the engines, by their places. An engine that could not list them is asked again at the next use.
    private let known = Mutex<[Int: Listing]>([:])
    /// The last engine in whose place another one spoke, and the reason; nil when it has spoken since.
    private let unusable = Mutex<(engine: String, reason: String)?>(nil)

    /// Creates a synthesizer.
    /// - Parameters:
    ///   - engines: The engines, the best ones first; the last one gets the names that none knows.
    ///   - voice: The default voice: a voice's name, or a language.
    public convenience init(_ engines: [any Synthesizer], voice: String) {
        self.init(engines, voice: voice, maximumAge: Self.listAge)
    }

    init(_ engines: [any Synthesizer], voice: String, maximumAge: Duration) {
        (self.engines, self.voice, self.maximumAge) = (engines, voice, maximumAge)
    }

    /// A sentence about the engine in whose place another one spoke.
    public var limitation: String? { unusable.withLock { $0.map { "\($0.engine) is not used: \($0.reason)" } } }

    /// Returns the voices of all engines that are installed.
    public func voices() async throws -> [Voice] {
        await all().flatMap(\.self)
    }

    private func all() async -> [[Voice]] {
        for (place, engine) in engines.enumerated() where !isKnown(place) {
            guard let voices = try? await engine.voices() else { continue }
            known.withLock { $0[place] = Listing(voices: voices) }
        }
        let lists = known.withLock { $0 }
        return engines.indices.map { lists[$0]?.voices ?? [] }
    }

    /// Returns whether the voices of an engine need not be asked for again.
    private func isKnown(_ place: Int) -> Bool {
        guard let listing = known.withLock({ $0[place] }), !listing.voices.isEmpty else { return false }
        return ContinuousClock.now - listing.time < maximumAge
    }

    /// Checks that an engine has the default voice.
    /// - Throws: ``SynthesisError`` of the best engine, when none can be used.
    public func prepare() async throws {
        _ = try await first(for: voice) { engine, voice in try await engine.synthesize(.init("", voice: voice)) }
    }

    /// Begins synthesis by the best engine. SSML in a language that no voice speaks gets the default voice.
    public func synthesize(_ speech: AudioEvent.Speech) async throws -> SpeechAudio {
        if let voice = speech.voice { return try await synthesize(speech, with: voice) }
        if let stated = SSMLLanguage.tag(of: speech) {
            do {
                return try await synthesize(speech, with: stated)
            } catch let error as SynthesisError where error.code == .unknownVoice {
                // The words are spoken all the same.
            }
        }
        return try await synthesize(speech, with: voice)
    }

    private func synthesize(_ speech: AudioEvent.Speech, with name: String) async throws -> SpeechAudio {
        try await first(for: name) { engine, voice in
            var speech = speech
            speech.voice = voice
            return try await engine.synthesize(speech)
        }
    }

    /// Returns the result of the first usable engine that knows the name.
    private func first<Value>(
        for name: String, _ make: (any Synthesizer, _ voice: String) async throws -> Value
    ) async throws -> Value {
        let offers = zip(engines, await all()).map { VoiceOffer(name, engine: $0, $1) }
        var problem: (any Error)?
        var replaced: (engine: String, reason: String)?
        for offer in VoiceOffer.ranked(offers) {
            do {
                let value = try await make(offer.engine, offer.voice ?? name)
                unusable.withLock { unusable in
                    if let replaced {
                        unusable = replaced
                    } else if unusable?.engine == offer.engine.engine {
                        unusable = nil
                    }
                }
                return value
            } catch let error as SynthesisError where [.unavailable, .failed].contains(error.code) {
                replaced = replaced ?? (offer.engine.engine, error.description)
                problem = problem ?? error
            }
        }
        if let problem { throw problem }
        throw SynthesisError(
            .unknownVoice,
            "No voice is called \"\(name.prefix(64))\" or speaks that language; `saybus voices` lists all voices.")
    }
}
