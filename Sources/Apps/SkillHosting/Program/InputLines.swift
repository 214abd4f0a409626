import Dispatch
import SaybusSupport

/// The lines of standard input, each read on demand.
package struct InputLines: AsyncSequence, AsyncIteratorProtocol, Sendable {
    private let queue = DispatchQueue(label: "lines")

    /// Creates a sequence of the remaining lines.
    package init() {}

    /// Returns the next line without its line ending; nil at the end of the input.
    package func next() async -> String? {
        // Reading blocks, so it runs on a queue of its own.
        await queue.run { readLine() }
    }

    /// Returns the sequence itself, since there is only one standard input.
    package func makeAsyncIterator() -> InputLines { self }
}
