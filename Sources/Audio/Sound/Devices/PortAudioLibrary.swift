import CSaybusPortAudio
import Dispatch
import Synchronization

/// Access to PortAudio, which exists once per process and allows one call at a time.
///
/// PortAudio is initialized while a ``Lease`` exists. It is initialized again for the next lease, because it looks for
/// devices only when it is initialized.
///
/// A sound server that hangs blocks the caller and all later callers, perhaps forever. Devices are therefore opened
/// on threads that can be abandoned (``TimedOpening``), and closed on a queue for which callers wait for a limited
/// time only.
enum PortAudioLibrary {
    private static let users = Mutex(0)
    /// The queue on which streams are closed. No stream is opened before earlier ones are closed, because a device that
    /// is still in use does not open.
    private static let closing = DispatchQueue(label: "saybus.portaudio.closing")

    /// A reference that keeps PortAudio initialized.
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

    /// Runs `body` under PortAudio's lock, with standard error silenced.
    ///
    /// Blocks while another caller has the lock. `body` must not take a lease.
    static func locked<Result>(_ body: () -> sending Result) -> sending Result {
        closing.sync {}
        return users.withLock { _ in QuietStandardError.during(body) }
    }

    /// Runs `body`, which closes a stream, under the lock after all earlier closings. Returns at once.
    static func close(_ body: @escaping @Sendable () -> Void) {
        closing.async { users.withLock { _ in QuietStandardError.during { body() } } }
    }

    /// Suspends until all earlier closings are done, or the time is over. Works in a cancelled task, too.
    static func closed(within timeout: Duration) async {
        let done = OneShot()
        closing.async { done.fire() }
        await Task { await done.wait(within: timeout) }.value
    }

    /// Returns PortAudio's text for an error, with the text of the layer below it.
    static func text(_ code: PaError) -> String {
        let text = Pa_GetErrorText(code).map { String(cString: $0) } ?? "error \(code)"
        guard code == paUnanticipatedHostError.rawValue, let host = Pa_GetLastHostErrorInfo()?.pointee,
            let hostText = host.errorText, hostText.pointee != 0
        else { return text }
        return "\(text): \(String(cString: hostText))"
    }
}
