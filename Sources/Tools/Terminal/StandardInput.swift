import Foundation
import SaybusSupport

/// Standard input as lines.
package enum StandardInput {
    /// Returns the next line without its line end; nil at the end of the input, and when the task is cancelled.
    ///
    /// Reading blocks, so each call has a thread of its own. After a cancellation it goes on, and its line is lost.
    package static func nextLine() async -> String? {
        let line = OneTimeValue<String?>()
        return await withTaskCancellationHandler {
            Thread.detachNewThread { line.resolve(readLine()) }
            return await line.value
        } onCancel: {
            line.resolve(nil)
        }
    }
}
