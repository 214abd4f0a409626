import SaybusExternalEngines
import SaybusMicroWakeWord
import SaybusModelStore
import SaybusPocketSphinx
import SaybusStage

/// The methods of wake word detection that can be chosen on the command line.
public enum WakeEngine: String, CaseIterable, Sendable {
    /// The best that is installed for the phrase: `both` where it has a model, the keyword spotter for other phrases.
    case auto
    /// A model of microWakeWord, and a verifier where the model is only half sure: recordings of the phrase where there
    /// are some and the speech embedding is installed, else the keyword spotter.
    case both
    /// A model of microWakeWord, which `saybus models` fetches.
    case micro
    /// The keyword spotter of PocketSphinx, which knows any phrase.
    case keywords
    /// A few recordings of one's own, from which `saybus wake train` has learnt.
    case trained
    /// A server that speaks the Wyoming protocol, such as openWakeWord.
    case wyoming

    /// The settings of which each engine takes those that it knows.
    public struct Settings: Sendable {
        /// The ease with which the phrase is detected, in ``KeywordWakeDetector/sensitivities``.
        public var sensitivity = KeywordWakeDetector.defaultSensitivity
        /// The directory of PocketSphinx's model; nil looks in the usual places.
        public var sphinxModel: String?
        /// The manifests of further models of microWakeWord, and files of `saybus wake train`.
        public var manifests: [String] = []
        /// The address of the Wyoming server.
        public var address: SocketAddress?
        /// The models.
        var store = ModelStore()

        /// Creates the default settings.
        public init() {}
    }

    /// Returns the method that is used for a phrase: for ``auto`` one of the others.
    /// - Throws: `StageFailure` for a named manifest that cannot be used.
    public func resolved(for phrase: String, _ settings: Settings = Settings()) throws(StageFailure) -> WakeEngine {
        guard self == .auto else { return self }
        if try Self.trained(phrase, settings) != nil { return .trained }
        guard try Self.models(settings).model(for: phrase) != nil else { return .keywords }
        do throws(MicroWakeWordError) {
            _ = try TensorFlowLiteLibrary(store: settings.store)
            return (try? SphinxModel(directory: settings.sphinxModel)) == nil
                && Self.embeddingVerifier(phrase, settings) == nil ? .micro : .both
        } catch {
            // A model that was named is wanted.
            guard settings.manifests.isEmpty else { throw StageFailure(error) }
            return .keywords
        }
    }

    /// Creates a detector for a phrase.
    /// - Throws: `StageFailure` with code `unavailable` when a library, a model or the server is missing,
    ///   `configuration` when a model or library cannot be used, `usage` for a phrase that the method does not know.
    public func detector(
        _ phrase: String, _ settings: Settings = Settings()
    ) async throws -> any WakeWordDetector {
        switch try resolved(for: phrase, settings) {
        case .auto, .keywords:
            return try await KeywordWakeDetector(
                phrase, sensitivity: settings.sensitivity, model: settings.sphinxModel)
        case .micro: return try Self.micro(phrase, settings)
        case .both: return try Self.micro(phrase, settings, verifier: try await verifier(phrase, settings))
        case .trained:
            guard let word = try Self.trained(phrase, settings) else {
                throw StageFailure(
                    .unavailable, "no recordings of \"\(phrase)\": name the file of saybus wake train in --wake-model")
            }
            return try TrainedWakeDetector(word, sensitivity: settings.sensitivity, store: settings.store)
        case .wyoming:
            guard let address = settings.address else {
                throw StageFailure(
                    .usage, "--wake-engine wyoming needs --wake-address tcp://host:port or unix:///path")
            }
            return try await WyomingWakeDetector(phrase, at: address)
        }
    }

    private static func micro(
        _ phrase: String, _ settings: Settings, verifier: (any WakeVerifier)? = nil
    ) throws(StageFailure) -> MicroWakeDetector {
        let models = try Self.models(settings)
        guard let model = models.model(for: phrase) else { throw Self.missing(phrase, models) }
        let library: TensorFlowLiteLibrary
        do throws(MicroWakeWordError) {
            library = try TensorFlowLiteLibrary(store: settings.store)
        } catch {
            throw StageFailure(error)
        }
        return try MicroWakeDetector(
            model, sensitivity: settings.sensitivity, verifier: verifier, library: library)
    }

    /// Returns the verifier; nil when there is none and ``auto`` was chosen.
    private func verifier(_ phrase: String, _ settings: Settings) async throws(StageFailure) -> (any WakeVerifier)? {
        if let verifier = Self.embeddingVerifier(phrase, settings) { return verifier }
        do throws(SphinxError) {
            return KeywordVerifier(
                spotter: try await KeywordSpotter(
                    phrase: phrase, sensitivity: KeywordVerifier.sensitivity,
                    model: SphinxModel(directory: settings.sphinxModel)))
        } catch {
            if self == .auto { return nil }
            throw StageFailure(.unavailable, "\(error)")
        }
    }

    /// Returns a verifier by recordings of the phrase; nil when there are none, or the speech embedding is not
    /// installed.
    private static func embeddingVerifier(_ phrase: String, _ settings: Settings) -> EmbeddingVerifier? {
        TrainedWakeWord.bundled.first { $0.hears(phrase) }.flatMap { try? EmbeddingVerifier($0, store: settings.store) }
    }

    private static func models(_ settings: Settings) throws(StageFailure) -> MicroWakeWordModels {
        do throws(MicroWakeWordError) {
            return try MicroWakeWordModels(
                settings.manifests.filter { !TrainedWakeWord.isTrained($0) }, store: settings.store)
        } catch {
            throw StageFailure(error)
        }
    }

    private static func trained(_ phrase: String, _ settings: Settings) throws(StageFailure) -> TrainedWakeWord? {
        for path in settings.manifests where TrainedWakeWord.isTrained(path) {
            let word = try TrainedWakeWord(path: path)
            if word.hears(phrase) { return word }
        }
        return nil
    }

    private static func missing(_ phrase: String, _ models: MicroWakeWordModels) -> StageFailure {
        let known = models.models.isEmpty ? "none is installed" : "there are \(models.phrases)"
        return StageFailure(
            .unavailable,
            "no model of microWakeWord for \"\(phrase)\" (\(known)): saybus models get wake-words, --wake-model FILE.json, or --wake-engine keywords"
        )
    }
}
