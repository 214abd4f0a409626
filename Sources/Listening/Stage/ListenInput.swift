import Sound
import Stage

/// Where a listening stage hears.
public enum ListenInput: Sendable {
    /// Files, one after the other.
    case files([String], realTime: Bool)
    /// Raw 16-bit little-endian mono PCM of a rate in hertz.
    case standardInput(rate: Int)
    /// The microphone whose name contains this; nil is the default one.
    case microphone(String?)

    func source() throws -> any AudioSource {
        do {
            return try opened()
        } catch {
            let code: StageFailure.Code =
                switch error.code {
                case .noDevice, .deviceRefused, .deviceLost: .unavailable
                case .invalidSetting: .usage
                default: .noInput
                }
            throw StageFailure(code, "\(error)")
        }
    }

    private func opened() throws(SoundError) -> any AudioSource {
        switch self {
        case .files(let paths, let realTime): try FileSource(paths, realTime: realTime)
        case .standardInput(let rate): try StandardInputSource(inputRate: rate)
        case .microphone(let device): try MicrophoneSource(device: device)
        }
    }

    var isLive: Bool {
        switch self {
        case .files: false
        case .standardInput: true
        case .microphone: true
        }
    }
}

extension ListenStage {
    /// A stage for an input.
    /// - Throws: ``StageFailure`` when the input cannot be used.
    public init(input: ListenInput, configuration: EndpointerConfiguration) throws {
        self.init(source: try input.source(), isLive: input.isLive, configuration: configuration)
    }
}
