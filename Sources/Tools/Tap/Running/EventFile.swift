import Foundation
import Glibc
import SaybusMessages
import SaybusStage
import Synchronization

/// A file with a JSON array that grows by whole elements, so that even after `kill -9` only the closing bracket
/// is missing.
///
/// Readers of the Trace Event Format accept an array without that bracket (Google, "Trace Event Format", JSON Array
/// Format).
final class EventFile: Sendable {
    private let path: String
    private let descriptor: Int32
    private let isEmpty = Mutex(true)

    /// Creates the file, readable by its owner only, since it has private words, or truncates an existing one.
    /// - Throws: `StageFailure` with code `inputOutput` when it cannot be written.
    init(_ path: String) throws(StageFailure) {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw unwritable }
        try put("[\n")
    }

    deinit { close(descriptor) }

    /// Appends an element. Elements of several tasks follow one another whole.
    func write(_ value: JSONValue) throws(StageFailure) {
        try isEmpty.withLock { (isEmpty) throws(StageFailure) in
            try put((isEmpty ? "" : ",\n") + value.text())
            isEmpty = false
        }
    }

    /// Appends the closing bracket.
    func finish() throws(StageFailure) { try put("\n]\n") }

    private func put(_ text: String) throws(StageFailure) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw unwritable }
            rest = rest.dropFirst(count)
        }
    }

    private var unwritable: StageFailure {
        StageFailure(.inputOutput, "cannot write \(path): \(String(cString: strerror(errno))); choose another file")
    }
}
