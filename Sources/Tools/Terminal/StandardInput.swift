import Foundation
import SaybusSupport

/// Standard input as lines.
package enum StandardInput {
    /// Returns the next line without its line end; nil at the end of the input, and when the task is cancelled.
    ///
    /// Reading blocks, so each call has a thread of its own. After a cancellation it goes on, and its line is lost.
    package static func nextLine() async -> String? {
        guard !Task.isCancelled else { return nil }
        let line = OneTimeValue<String?>()
        return await withTaskCancellationHandler {
            Thread.detachNewThread { line.resolve(blockingLine()) }
            return await line.value
        } onCancel: {
            line.resolve(nil)
        }
    }

    /// Reads a line, byte by byte, so that none of the next line is taken. Blocks.
    private static func blockingLine() -> String? {
        // The stream `stdin` is left alone: a thread that reads it has its lock, for which `exit` waits in newer
        // versions of the C library, so that a program could not end before the next line.
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while true {
            let count = read(STDIN_FILENO, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else {
                guard !bytes.isEmpty else { return nil }
                break
            }
            guard byte != UInt8(ascii: "\n") else { break }
            bytes.append(byte)
        }
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }
}
