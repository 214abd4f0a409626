import Foundation

/// Standard input as lines.
package enum StandardInput {
    /// Returns the next line without its line end; nil at the end of the input.
    ///
    /// Reading blocks, so each call has a thread of its own.
    package static func nextLine() async -> String? {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: readLine()) }
        }
    }
}
