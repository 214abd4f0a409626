import Dispatch
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Writes what is played as it is, 16-bit little-endian samples of one channel, into a pipe or any other open file. Who reads sets the pace.
///
/// A reader that takes nothing for three seconds costs what plays, and one that has gone all that follows; both are told once.
public actor RawPCMSink: AudioSink {
    /// Rate of the samples, in hertz.
    public nonisolated let rate: Int
    /// How many samples were written in all.
    public private(set) var length = 0

    /// How long the reader may take nothing.
    static let patience = Duration.seconds(3)

    private let descriptor: Int32
    private let terminal: Terminal?
    private let patience: Duration
    private let queue = DispatchQueue(label: "saybus.raw-pcm")
    private let place = Place()
    private var taken = 0
    private var passage = 0
    /// The writing that goes on.
    private var writing: PipeWriting?
    private var isClosed = false
    /// Why nothing is written; nil while something is.
    private var failure: SoundError?
    private var watchers: [@Sendable ((any Error)?) -> Void] = []

    /// A terminal, opened once more so as not to wait for it: unlike a pipe, one that has some room waits for more, for ever if nobody reads.
    /// Whoever else writes to it goes on as before.
    private final class Terminal: Sendable {
        let descriptor: Int32

        /// Nil when the descriptor is none's.
        init?(of descriptor: Int32) {
            guard isatty(descriptor) == 1 else { return nil }
            self.descriptor = open("/dev/fd/\(descriptor)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
            if self.descriptor < 0 { return nil }
        }

        deinit {
            guard descriptor >= 0 else { return }
            #if canImport(Glibc)
                Glibc.close(descriptor)
            #else
                Darwin.close(descriptor)
            #endif
        }
    }

    /// How many samples have passed, for those who wait; and whether those that have not never will.
    private final class Place: Sendable {
        let signal = Signal()
        private let passed = Atomic(0)
        private let lost = Atomic(false)

        var value: Int { passed.load(ordering: .acquiring) }
        var isLost: Bool { lost.load(ordering: .acquiring) }

        func move(to value: Int) {
            passed.store(value, ordering: .releasing)
            set(isLost: false)
        }

        func set(isLost: Bool) {
            lost.store(isLost, ordering: .releasing)
            signal.notify()
        }
    }

    /// Writes to standard output, or to another descriptor, which stays open. A reader that goes away is an error, and no longer a signal that
    /// ends the program.
    public init(descriptor: Int32 = STDOUT_FILENO, rate: Int) throws(SoundError) {
        try self.init(descriptor: descriptor, rate: rate, patience: Self.patience)
    }

    init(descriptor: Int32, rate: Int, patience: Duration) throws(SoundError) {
        try Resampler.check(rate)
        signal(SIGPIPE, SIG_IGN)
        terminal = Terminal(of: descriptor)
        (self.descriptor, self.rate, self.patience) = (terminal?.descriptor ?? descriptor, rate, patience)
    }

    /// Writes samples; suspends while the reader does not take them. Throws when he has taken none for some seconds, or is gone.
    public func play(_ samples: [Int16]) async throws {
        guard !isClosed else { throw SoundError(.closed, "The sink is closed; nothing more can be played.") }
        // One who stood still is not waited for again: he takes it at once, or not at all.
        let writing = PipeWriting(samples, to: descriptor, patience: failure == nil ? patience : .zero)
        self.writing = writing
        taken += samples.count
        place.set(isLost: false)
        let end = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                queue.async { continuation.resume(returning: writing.run()) }
            }
        } onCancel: {
            writing.stop()
        }
        length += writing.written
        // Flushed meanwhile: it has passed.
        guard self.writing === writing else { return try Task.checkCancellation() }
        self.writing = nil
        passage += writing.written
        let error: SoundError
        switch end {
        case .done:
            place.move(to: place.value + samples.count)
            return note(nil)
        case .stopped: throw CancellationError()
        case .stalled:
            error = SoundError(
                .deviceLost, "Whoever reads the samples has taken none for \(patience); does it stand still?")
        case .failed(let code):
            let reason = code == EPIPE ? ", since nobody reads them any more" : ""
            error = SoundError(
                .unwritable, "The samples cannot be written\(reason); start the program anew.",
                cause: String(cString: strerror(code)))
        }
        note(error)
        place.set(isLost: true)
        throw error
    }

    /// What is written is the reader's.
    public func drain() { passage = 0 }

    /// Throws away what is not written; gives how many samples were since the last drain or flush.
    public func flush() -> Int {
        let written = passage + (writing?.written ?? 0)
        writing?.stop()
        (writing, passage) = (nil, 0)
        place.move(to: taken)
        return written
    }

    /// All that was written, or thrown away.
    public func passed() -> Int { place.value }

    /// What is written has passed. Throws when the reader stands still or is gone before so many have.
    public func wait(untilPassed count: Int) async throws {
        let place = place
        while place.value < count {
            await place.signal.wait { place.value >= count || place.isLost }
            try Task.checkCancellation()
            if place.value < count, place.isLost, let failure { throw failure }
        }
    }

    /// Writes no more; the descriptor stays open.
    public func close() {
        _ = flush()
        isClosed = true
    }

    /// Tells when the reader stands still or is gone, and when he reads again.
    public func watch(_ change: @escaping @Sendable ((any Error)?) -> Void) async {
        watchers.append(change)
        if let failure { change(failure) }
    }

    /// Tells the watchers what is new to them.
    private func note(_ error: SoundError?) {
        let isNew = error?.code != failure?.code
        failure = error
        if isNew { for watcher in watchers { watcher(error) } }
    }
}
