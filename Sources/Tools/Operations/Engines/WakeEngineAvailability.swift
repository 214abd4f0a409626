import SaybusExternalEngines
import SaybusListening
import SaybusMicroWakeWord
import SaybusModelStore
import SaybusTranscription

/// The availability of the methods of wake word detection.
public enum WakeEngineAvailability {
    /// Returns all methods, as `saybus-listen --wake-engine` names them. Blocks while a server is queried.
    /// - Parameters:
    ///   - address: The Wyoming server to query; nil queries none.
    ///   - timeout: The time that the server has to answer.
    public static func all(address: SocketAddress? = nil, timeout: Duration = .seconds(3)) -> [EngineAvailability] {
        WakeEngine.allCases.map { availability(of: $0, address, timeout, ModelStore()) }
    }

    /// Returns the availability of microWakeWord's models.
    static func micro() -> EngineAvailability { availability(of: .micro) }

    static func availability(
        of engine: WakeEngine, _ address: SocketAddress? = nil, _ timeout: Duration = .seconds(3),
        _ store: ModelStore = ModelStore()
    ) -> EngineAvailability {
        let state: State =
            switch engine {
            case .auto: automatic(store)
            case .both: both(store)
            case .micro: models(store)
            case .keywords: keywords
            case .trained: trained(store)
            case .wyoming: server(address, timeout)
            }
        return EngineAvailability(
            engine: "wake: \(engine.rawValue)", isInstalled: state.install == nil, detail: state.detail,
            install: state.install)
    }

    /// The parts that are there or missing, and the command that installs it; nil when nothing is missing.
    private typealias State = (detail: String, install: String?)

    private static var keywords: State {
        let spotter = RecognitionEngine.pocketsphinx.availability()
        return spotter.isInstalled ? ("any phrase, by pocketsphinx", nil) : (spotter.detail, spotter.install)
    }

    private static func models(_ store: ModelStore) -> State {
        do throws(MicroWakeWordError) {
            return (try MicroWakeWordModels.installation(store: store), nil)
        } catch {
            return (error.reason, MicroWakeWordModels.remedy)
        }
    }

    private static func both(_ store: ModelStore) -> State {
        let (first, second) = (models(store), keywords)
        if first.install != nil { return first }
        return second.install != nil ? second : ("\(first.detail), verified by pocketsphinx", nil)
    }

    private static func automatic(_ store: ModelStore) -> State {
        let (first, second) = (models(store), keywords)
        switch (first.install, second.install) {
        case (nil, nil):
            return ("both where there is a model, keywords for other phrases, trained for a named file", nil)
        case (nil, _): return (first.detail, nil)
        default: return second
        }
    }

    private static func trained(_ store: ModelStore) -> State {
        do throws(MicroWakeWordError) {
            _ = try SpeechEmbedding(store: store)
            return ("any phrase, from a few recordings: saybus wake train", nil)
        } catch {
            return (error.reason, "saybus models get tensorflow-lite speech-embedding")
        }
    }

    private static func server(_ address: SocketAddress?, _ timeout: Duration) -> State {
        guard let address else { return ("needs a server: saybus-listen --wake-address tcp://host:port", nil) }
        let remedy = "start a server, such as pip install wyoming-openwakeword"
        do throws(EngineFailure) {
            let services = try WyomingService.offered(by: address, before: .now + timeout).filter { $0.kind == "wake" }
            let words = services.flatMap(\.models).prefix(16).joined(separator: ", ")
            return services.isEmpty ? ("\(address) offers no wake words", remedy) : ("\(address): \(words)", nil)
        } catch {
            return (String(describing: error), remedy)
        }
    }
}
