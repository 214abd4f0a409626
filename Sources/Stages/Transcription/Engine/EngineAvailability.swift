import SaybusExternalEngines
import SaybusModelStore
import SaybusPocketSphinx
import SaybusVosk
import SaybusWhisper

/// The availability of an engine on this machine.
public struct EngineAvailability: Sendable, Equatable, Codable {
    /// The engine, as `--engine` names it.
    public let engine: String
    /// Whether no file, library or service that the engine needs was found missing.
    public let isInstalled: Bool
    /// A description of what is installed, offered by the server, still needed, or missing.
    public let detail: String
    /// The advice for installing missing parts; nil when none is missing.
    public let install: String?

    /// Creates the availability of an engine.
    /// - Parameters:
    ///   - engine: The engine, as `--engine` names it.
    ///   - isInstalled: Whether nothing that the engine needs was found missing.
    ///   - detail: What is installed or missing. The advice at its end is left out if there is `install`, which advises
    ///     on all parts.
    ///   - install: The advice for installing missing parts.
    public init(engine: String, isInstalled: Bool, detail: String, install: String?) {
        (self.engine, self.isInstalled, self.install) = (engine, isInstalled, install)
        let advice = [": saybus models get ", ": \(VoskLibrary.advice)"].compactMap { detail.firstRange(of: $0) }.first
        self.detail = if install != nil, let advice { String(detail[..<advice.lowerBound]) } else { detail }
    }
}

extension RecognitionEngine {
    /// Returns whether the engine can work on this machine. Blocks while a server is queried.
    /// - Parameters:
    ///   - address: The server of `wyoming` to query; nil queries none.
    ///   - timeout: The time that the server has to answer.
    public func availability(address: SocketAddress? = nil, timeout: Duration = .seconds(3)) -> EngineAvailability {
        do {
            return EngineAvailability(
                engine: rawValue, isInstalled: true, detail: try detail(address, before: .now + timeout), install: nil)
        } catch {
            return EngineAvailability(engine: rawValue, isInstalled: false, detail: "\(error)", install: remedy)
        }
    }

    private func detail(
        _ address: SocketAddress?, before deadline: ContinuousClock.Instant
    ) throws -> String {
        switch self {
        case .auto:
            let second = Result { try Self.whisper.detail(nil, before: deadline) }
            let first: String
            do {
                first = try Self.pocketsphinx.detail(nil, before: deadline)
            } catch {
                guard case .success(let detail) = second else { throw error }
                return "whisper: \(detail); pocketsphinx is not used: \(error)"
            }
            switch second {
            case .success(let detail): return "pocketsphinx, and whisper for what it is not sure of: \(detail)"
            case .failure(let error):
                let reason = WhisperModelFile.isExpected() ? "; whisper is not used: \(error)" : ""
                return "pocketsphinx: \(first)\(reason)"
            }
        case .whisper:
            let library = try WhisperLibrary()
            let models = ModelStore().installed.filter { $0.main.hasSuffix(".bin") }.map(\.entry.name)
            let model = try WhisperModelFile.find(language: "en")
            return "libwhisper \(library.version), \(models.isEmpty ? model.path : models.joined(separator: ", "))"
        case .pocketsphinx: return "US English, \(try SphinxModel().acoustics)"
        case .vosk:
            let library = try VoskLibrary()
            return "\(library.path), \(try VoskLibrary.model())"
        case .wyoming:
            guard let address else { return "needs a server: --address tcp://host:port" }
            let services: [WyomingService]
            do throws(EngineFailure) {
                services = try WyomingService.offered(by: address, before: deadline).filter { $0.kind == "asr" }
            } catch {
                throw TranscriptionError(error)
            }
            guard !services.isEmpty else {
                throw TranscriptionError(.engine, "\(address) offers no speech recognition")
            }
            let names = services.map { "\($0.name) (\($0.models.prefix(8).joined(separator: ", ")))" }
            return "\(address): \(names.joined(separator: ", "))"
        case .command: return "needs a program: saybus-transcribe --engine command -- PROGRAM"
        }
    }

    private var remedy: String? {
        switch self {
        case .auto, .pocketsphinx: "apt-get install pocketsphinx-en-us"
        case .whisper:
            "saybus models get whisper-library whisper-tiny.en-q8, or name files in WHISPER_LIBRARY and WHISPER_MODEL"
        case .vosk:
            "pip install vosk, VOSK_LIBRARY=its libvosk.so; a model of alphacephei.com/vosk/models, VOSK_MODEL=its folder"
        case .wyoming: "start a server, such as pip install wyoming-faster-whisper"
        case .command: nil
        }
    }
}
