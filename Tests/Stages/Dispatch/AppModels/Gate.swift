import Foundation
import Synchronization

/// A FIFO at which a command of an app under test waits until the test releases it.
///
/// The command opens the FIFO for reading and reads to its end. Opening a FIFO blocks until its other end is opened
/// too, so the test knows without polling that the command has come this far.
final class Gate: Sendable {
    /// An error of a test that waited in vain.
    struct NotReached: Error {}

    /// A command that waits at the gate.
    final class Hold: Sendable {
        private let descriptor: Mutex<Int32?>

        fileprivate init(_ descriptor: Int32) { self.descriptor = Mutex(descriptor) }

        deinit { release() }

        /// Lets the command go on.
        func release() {
            let open = descriptor.withLock { descriptor in
                defer { descriptor = nil }
                return descriptor
            }
            if let open { close(open) }
        }
    }

    /// The path of the FIFO.
    let path: String

    /// A gate at which nothing waits.
    init(_ path: String) {
        self.path = path
        mkfifo(path, 0o600)
    }

    /// Waits until a command stands at the gate.
    /// - Throws: ``NotReached`` when none comes within 20 seconds.
    func reached() async throws -> Hold {
        let path = path
        let isLate = Mutex(false)
        let limit = Task {
            // The time limit itself: only a test that fails waits for it.
            guard (try? await Task.sleep(for: .seconds(20))) != nil else { return }
            isLate.withLock { $0 = true }
            // A reader lets the blocked open below return.
            let reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            if reader >= 0 { close(reader) }
        }
        defer { limit.cancel() }
        let descriptor = await onThread { open(path, O_WRONLY | O_CLOEXEC) }
        let hold = Hold(descriptor)
        if isLate.withLock({ $0 }) { throw NotReached() }
        return hold
    }

    /// Waits at the gate, as a command does.
    func pass() async {
        let path = path
        await onThread {
            let descriptor = open(path, O_RDONLY | O_CLOEXEC)
            var byte: UInt8 = 0
            while read(descriptor, &byte, 1) > 0 {}
            close(descriptor)
        }
    }

    /// Runs work that blocks on a thread of its own.
    private func onThread<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: work()) }
        }
    }
}
