import SaybusSound
import SaybusStage

/// The input of a listening stage.
public enum ListenInput: Sendable {
    /// Files, one after the other.
    case files([String], realTime: Bool)
    /// Raw 16-bit little-endian mono PCM at a rate in hertz.
    case standardInput(rate: Int)
    /// The microphone with an index, a name, or a part of its name; nil means the default one. A missing microphone may
    /// be awaited.
    case microphone(String?, isAwaited: Bool = false)

    func source() async throws -> any AudioSource {
        do {
            return try await opened()
        } catch let error as SoundError {
            throw StageFailure(error)
        }
    }

    private func opened() async throws -> any AudioSource {
        switch self {
        case .files(let paths, let realTime): try FileSource(paths, realTime: realTime)
        case .standardInput(let rate): try StandardInputSource(inputRate: rate)
        case .microphone(let device, let isAwaited): try await MicrophoneSource(device: device, isAwaited: isAwaited)
        }
    }

    var timing: ListenStage.Timing {
        switch self {
        case .files(_, let realTime): realTime ? .recorded : .fast
        case .standardInput, .microphone: .live
        }
    }

    /// Returns a table of this machine's microphones, one a line, with index, name, rate, and whether it is the
    /// default.
    /// - Throws: `StageFailure` with code `unavailable` when there is none, or the sound server hangs.
    public static func devices() async throws -> String {
        do {
            return try await AudioDevices.table(for: .input)
        } catch {
            throw StageFailure(.unavailable, "\(error)")
        }
    }
}

extension StageFailure {
    /// Creates the failure of a source of sound.
    init(_ error: SoundError) {
        let code: StageFailure.Code =
            switch error.code {
            case .noDevice, .deviceRefused, .deviceLost: .unavailable
            case .invalidSetting: .usage
            default: .noInput
            }
        self.init(code, "\(error)")
    }
}

extension ListenStage {
    /// Creates a stage for an input.
    /// - Throws: `StageFailure` when the input cannot be used.
    public init(input: ListenInput, options: ListenOptions) async throws {
        self.init(source: try await input.source(), timing: input.timing, options: options)
    }
}
