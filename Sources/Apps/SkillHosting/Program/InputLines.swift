import Dispatch

/// The lines of standard input, each read when it is asked for.
package struct InputLines: AsyncSequence, AsyncIteratorProtocol, Sendable {
    private let queue = DispatchQueue(label: "lines")

    /// Creates the lines from here on.
    package init() {}

    /// The next line without its end; nil at the end of the input.
    package func next() async -> String? {
        // Reading blocks, so it has a thread of its own.
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: readLine()) }
        }
    }

    /// Itself: there is one input.
    package func makeAsyncIterator() -> InputLines { self }
}
