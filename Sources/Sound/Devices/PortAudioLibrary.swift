import CPortAudio
import Synchronization

/// PortAudio, which is one per process and takes one call at a time.
///
/// It is initialised while somebody holds a ``Lease``, and anew for the next one, since it looks for devices only then.
enum PortAudioLibrary {
    private static let users = Mutex(0)

    /// Keeps PortAudio initialised.
    final class Lease: Sendable {
        init() throws(SoundError) {
            try users.withLock { (users) throws(SoundError) in
                if users == 0 {
                    let code = QuietStandardError.during { Pa_Initialize() }
                    guard code == 0 else {
                        throw SoundError(
                            .noDevice, "Sound devices cannot be used: PortAudio does not start.",
                            cause: PortAudioLibrary.text(code))
                    }
                }
                users += 1
            }
        }

        deinit {
            users.withLock { users in
                users -= 1
                if users == 0 { _ = QuietStandardError.during { Pa_Terminate() } }
            }
        }
    }

    /// Does something with PortAudio while nobody else does, and with standard error silenced.
    ///
    /// What it calls must not take a lease or give one up.
    static func locked<Result>(_ body: () -> sending Result) -> sending Result {
        users.withLock { _ in QuietStandardError.during(body) }
    }

    /// An error in PortAudio's words, with those of the layer below it.
    static func text(_ code: PaError) -> String {
        let text = Pa_GetErrorText(code).map { String(cString: $0) } ?? "error \(code)"
        guard code == paUnanticipatedHostError.rawValue, let host = Pa_GetLastHostErrorInfo()?.pointee,
            let hostText = host.errorText, hostText.pointee != 0
        else { return text }
        return "\(text): \(String(cString: hostText))"
    }
}
