import PocketSphinx
import Stage

/// The recognizers that a command line can choose.
public enum RecognizerChoice: String, CaseIterable, Sendable {
    /// CMU PocketSphinx, from Debian's packages.
    case pocketsphinx

    /// Makes the recognizer.
    /// - Parameter model: Its model's directory; nil looks in the usual places.
    /// - Throws: ``StageFailure`` with code `unavailable` when the model is missing.
    public func recognizer(model: String?) throws -> any SpeechRecognizer {
        do {
            return switch self {
            case .pocketsphinx: try PocketSphinxRecognizer(model: SphinxModel(directory: model))
            }
        } catch {
            throw StageFailure(.unavailable, "\(error)")
        }
    }
}
