import CSaybusPortAudio
import Dispatch
import Synchronization

/// PortAudio, which is one per process and takes one call at a time.
///
/// It is initialised while somebody holds a ``Lease``, and anew for the next one, since it looks for devices only then.
///
/// A sound server that hangs holds up who calls it, and all who come after, perhaps for ever. So things are opened on threads that can be given
/// up (``PatientOpening``), and closed on one that nobody waits for without a limit.
enum PortAudioLibrary {
    private static let users = Mutex(0)
    /// Where things are closed. Nothing is opened before what was to be closed earlier: a device that is held does not open.
    private static let closing = DispatchQueue(label: "saybus.portaudio.closing")

    /// Keeps PortAudio initialised.
    final class Lease: Sendable {
        init() throws(SoundError) {
            closing.sync {}
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
            closing.async {
                users.withLock { users in
                    users -= 1
                    if users == 0 { _ = QuietStandardError.during { Pa_Terminate() } }
                }
            }
        }
    }

    /// Does something with PortAudio while nobody else does, and with standard error silenced.
    ///
    /// Blocks while another uses it. What it calls must not take a lease.
    static func locked<Result>(_ body: () -> sending Result) -> sending Result {
        closing.sync {}
        return users.withLock { _ in QuietStandardError.during(body) }
    }

    /// Closes something with PortAudio, after what is to be closed already. Returns at once.
    static func close(_ body: @escaping @Sendable () -> Void) {
        closing.async { users.withLock { _ in QuietStandardError.during { body() } } }
    }

    /// Suspends until all that was to be closed before is closed, so long at most; also in a task that is cancelled.
    static func closed(within patience: Duration) async {
        let done = OneShot()
        closing.async { done.fire() }
        await Task { await done.wait(within: patience) }.value
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
