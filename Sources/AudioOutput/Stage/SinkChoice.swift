import Sound
import Stage

/// Where the sound goes, as the command line says it: `wav:FILE`, `device`, `device:NAME`, `null`.
public enum SinkChoice: Sendable, Equatable {
    /// Into a WAV file.
    case wav(String)
    /// Out of a loudspeaker: the default one, or the one whose name contains this.
    case device(String?)
    /// Nowhere.
    case null

    /// What espeak-ng gives, so that nothing is resampled on the way to a file.
    public static let rate = 22_050

    /// Reads the text; nil when it is none of these.
    public init?(_ text: String) {
        switch text {
        case "device": self = .device(nil)
        case "null": self = .null
        case _ where text.hasPrefix("wav:") && text.count > 4: self = .wav(String(text.dropFirst(4)))
        case _ where text.hasPrefix("device:") && text.count > 7: self = .device(String(text.dropFirst(7)))
        default: return nil
        }
    }

    /// Opens it.
    /// - Parameter realTime: Whether `null` takes as long as a loudspeaker would.
    /// - Throws: ``StageFailure`` with code `unavailable` when it cannot be opened.
    public func open(realTime: Bool) throws -> any AudioSink {
        do {
            return switch self {
            case .wav(let path): try WAVFileSink(path: path, rate: Self.rate)
            case .device(let name): try DeviceSink(device: name, rate: Self.rate)
            case .null: try NullSink(rate: Self.rate, realTime: realTime)
            }
        } catch {
            throw StageFailure(.unavailable, "\(error)")
        }
    }
}
