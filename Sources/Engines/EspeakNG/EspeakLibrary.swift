import CSaybusEspeakNG
import Synchronization

/// libespeak-ng, of which a process has one: it is started once, and one at a time uses it.
///
/// Started twice, it runs two threads on one condition variable and hangs; its voice is that of whoever set it last.
package final class EspeakLibrary: Sendable {
    /// The library of this process.
    package static let shared = EspeakLibrary()

    /// How much sound it gives at a time, in milliseconds of sound, which it makes in a thousandth of that. With each, whoever reads is woken.
    private static let blockMs: Int32 = 200

    /// The library while it is in somebody's hands.
    package struct Access {
        /// Its sample rate in hertz.
        package fileprivate(set) var rate = 0
        private var voice: String?

        /// Speaks with a voice from now on.
        /// - Returns: False when it cannot be loaded.
        package mutating func use(voice name: String) -> Bool {
            guard voice != name else { return true }
            voice = nil
            guard espeak_SetVoiceByName(name) == EE_OK else { return false }
            voice = name
            return true
        }
    }

    private let access = Mutex(Access())

    private init() {}

    /// Does something with the library, which is started if it is not. Blocks while another uses it.
    /// - Returns: Nil when it does not start: its data is missing.
    package func use<Value: Sendable, Failure: Error>(
        _ body: (inout Access) throws(Failure) -> Value
    ) throws(Failure) -> Value? {
        try access.withLock { access throws(Failure) in
            if access.rate == 0 {
                access.rate = max(
                    0,
                    Int(
                        espeak_Initialize(
                            AUDIO_OUTPUT_SYNCHRONOUS, Self.blockMs, nil, Int32(espeakINITIALIZE_DONT_EXIT))))
            }
            return access.rate == 0 ? nil : try body(&access)
        }
    }
}
