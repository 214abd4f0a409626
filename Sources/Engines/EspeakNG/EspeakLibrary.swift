import CSaybusEspeakNG
import Glibc
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
    /// - Returns: Nil when the library does not start because its data is missing, or when ``canOpenFiles`` is false.
    package func use<Value: Sendable, Failure: Error>(
        _ body: (inout Access) throws(Failure) -> Value
    ) throws(Failure) -> Value? {
        try access.withLock { access throws(Failure) in
            guard Self.canOpenFiles else { return nil }
            if access.rate == 0 { access.rate = Self.start() }
            return access.rate == 0 ? nil : try body(&access)
        }
    }

    /// Whether the process can open a few more files.
    ///
    /// The library opens files of its data at any time, for a voice or for a word of another language. It crashes when
    /// it cannot.
    package static var canOpenFiles: Bool {
        let reserve = (0..<descriptorReserve).map { _ in fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0) }
        for descriptor in reserve where descriptor >= 0 { close(descriptor) }
        return reserve.allSatisfy { $0 >= 0 } || errno != EMFILE && errno != ENFILE
    }

    /// The number of files that the library may open at a time, with some to spare for other threads.
    private static let descriptorReserve = 4

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
