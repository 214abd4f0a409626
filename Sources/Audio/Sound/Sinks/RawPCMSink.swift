import Dispatch
import Glibc
import SaybusSupport
import Synchronization

/// A sink that writes 16-bit little-endian mono samples into a pipe or any other open file. The reader sets the
/// pace.
///
/// If the reader takes nothing for three seconds, the samples being played are lost. When the reader has gone, all
/// later samples are lost. Each is reported once.
public actor RawPCMSink: AudioSink {
    /// The rate of the samples, in hertz.
    public nonisolated let rate: Int
    /// The number of samples written in all.
    private(set) var length = 0

    /// The longest time that the reader may take nothing.
    static let timeout = Duration.seconds(3)

    private let descriptor: Int32
    private let terminal: Terminal?
    private let timeout: Duration
    private let queue = DispatchQueue(label: "saybus.raw-pcm")
    private let progress = Progress()
    private var taken = 0
    private var passage = 0
    /// The write in progress.
    private var writing: PipeWriter?
    private var isClosed = false
    /// The reason why nothing can be written; nil while writing works.
    private var failure: SoundError?
    private var watchers: [@Sendable ((any Error)?) -> Void] = []

    /// A terminal, opened a second time without blocking. A write to a blocking terminal with too little room waits,
    /// unlike one to a pipe, and forever if nothing reads. Other writers of the terminal are not affected.
    private final class Terminal: Sendable {
        let descriptor: Int32

        /// Returns nil when the descriptor is not a terminal's.
        init?(of descriptor: Int32) {
            guard isatty(descriptor) == 1 else { return nil }
            self.descriptor = open("/dev/fd/\(descriptor)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
            if self.descriptor < 0 { return nil }
        }

        deinit {
            guard descriptor >= 0 else { return }
            Glibc.close(descriptor)
        }
    }

    /// The progress for waiting tasks: the number of samples that have passed, and whether the others are lost.
    private final class Progress: Sendable {
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

    /// Creates a sink that writes to standard output or to another descriptor, which stays open. A reader that goes
    /// away is an error. SIGPIPE is ignored, so that it does not end the program.
    public init(descriptor: Int32 = STDOUT_FILENO, rate: Int) throws(SoundError) {
        try self.init(descriptor: descriptor, rate: rate, timeout: Self.timeout)
    }

    init(descriptor: Int32, rate: Int, timeout: Duration) throws(SoundError) {
        try Resampler.check(rate)
        signal(SIGPIPE, SIG_IGN)
        terminal = Terminal(of: descriptor)
        (self.descriptor, self.rate, self.timeout) = (terminal?.descriptor ?? descriptor, rate, timeout)
    }

    /// Writes samples; suspends while the reader does not take them.
    /// - Throws: ``SoundError`` when the reader has taken nothing for three seconds, or has gone.
    public func play(_ samples: [Int16]) async throws {
        guard !isClosed else { throw SoundError(.closed, "The sink is closed; nothing more can be played.") }
        // After a stall the sink does not wait again: the reader takes samples at once, or they are lost.
        let writing = PipeWriter(samples, to: descriptor, timeout: failure == nil ? timeout : .zero)
        self.writing = writing
        taken += samples.count
        progress.set(isLost: false)
        let end = await withTaskCancellationHandler {
            await queue.run { writing.run() }
        } onCancel: {
            writing.stop()
        }
        length += writing.written
        // The sink was flushed meanwhile, so the samples have passed.
        guard self.writing === writing else { return try Task.checkCancellation() }
        self.writing = nil
        passage += writing.written
        let error: SoundError
        switch end {
        case .done:
            progress.move(to: progress.value + samples.count)
            return report(nil)
        case .stopped: throw CancellationError()
        case .stalled:
            error = SoundError(
                .deviceLost, "Whoever reads the samples has taken none for \(timeout); does it stand still?")
        case .failed(let code):
            let reason = code == EPIPE ? ", since nobody reads them any more" : ""
            error = SoundError(
                .unwritable, "The samples cannot be written\(reason); start the program anew.",
                cause: String(cString: strerror(code)))
        }
        report(error)
        progress.set(isLost: true)
        throw error
    }

    /// Ends the passage. Samples count as sounded when they are written.
    public func drain() { passage = 0 }

    /// Discards the samples that are not written yet, and returns the number of samples of the passage that are.
    public func flush() -> Int {
        let written = passage + (writing?.written ?? 0)
        writing?.stop()
        (writing, passage) = (nil, 0)
        progress.move(to: taken)
        return written
    }

    /// Returns the number of samples written or discarded.
    public func passed() -> Int { progress.value }

    /// Suspends until `count` samples are written or discarded.
    /// - Throws: ``SoundError`` when the reader stalls or goes away before.
    public func wait(untilPassed count: Int) async throws {
        let progress = progress
        while progress.value < count {
            await progress.signal.wait { progress.value >= count || progress.isLost }
            try Task.checkCancellation()
            if progress.value < count, progress.isLost, let failure { throw failure }
        }
    }

    /// Stops writing; the descriptor stays open.
    public func close() {
        _ = flush()
        isClosed = true
    }

    /// Calls `change` when the reader stalls or goes away, and when it reads again.
    public func watch(_ change: @escaping @Sendable ((any Error)?) -> Void) async {
        watchers.append(change)
        if let failure { change(failure) }
    }

    /// Stores the current error, and calls the watchers when its code has changed.
    private func report(_ error: SoundError?) {
        let isNew = error?.code != failure?.code
        failure = error
        if isNew { for watcher in watchers { watcher(error) } }
    }
}
