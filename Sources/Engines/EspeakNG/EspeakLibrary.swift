import CSaybusEspeakNG
import Synchronization

/// The library libespeak-ng, started once per process and used by one caller at a time.
///
/// A library that is started twice runs two threads on one condition variable and hangs. Its voice and settings are
/// global.
package final class EspeakLibrary: Sendable {
    /// The library of this process.
    package static let shared = EspeakLibrary()

    /// The length of a block of synthesized audio, in milliseconds. Each block is one call of the receiver.
    ///
    /// The library synthesizes about a thousand times as fast as real time.
    private static let blockMs: Int32 = 200

    /// Exclusive access to the library.
    package struct Access {
        /// The sample rate in hertz.
        package fileprivate(set) var rate = 0
        private var voice: String?

        /// Selects the voice that speaks or pronounces from now on.
        /// - Returns: False when the voice cannot be loaded.
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

    /// Runs `body` with exclusive access to the library, which is started at the first use. Blocks while another caller
    /// has access.
    /// - Returns: Nil when the library does not start because its data is missing.
    package func use<Value: Sendable, Failure: Error>(
        _ body: (inout Access) throws(Failure) -> Value
    ) throws(Failure) -> Value? {
        try access.withLock { access throws(Failure) in
            if access.rate == 0 { access.rate = Self.start() }
            return access.rate == 0 ? nil : try body(&access)
        }
    }

    /// Starts the library.
    /// - Returns: The sample rate in hertz; 0 when the library does not start.
    private static func start() -> Int {
        let rate = espeak_Initialize(
            AUDIO_OUTPUT_SYNCHRONOUS, blockMs, nil, Int32(espeakINITIALIZE_DONT_EXIT))
        guard rate > 0 else { return 0 }
        receiveBlocks()
        return Int(rate)
    }
}
