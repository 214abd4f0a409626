import Foundation
import Testing

/// A named pipe that a program holds open, which shows when the program and all its child processes have
/// exited.
final class ProgramPipe: Sendable {
    private let folder: String
    private let reader: Int32
    /// The pipe's path, for the program.
    let path: String

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "saybus-pipe-\(UUID().uuidString)").path
        path = folder + "/pipe"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try #require(mkfifo(path, 0o600) == 0)
        reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        try #require(reader >= 0)
    }

    deinit {
        close(reader)
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Waits for data in the pipe and reads it. Returns false when none arrives within ten seconds.
    func isHeld() async -> Bool {
        guard await wait() & Int16(POLLIN) != 0 else { return false }
        var bytes = [UInt8](repeating: 0, count: 64)
        return read(reader, &bytes, bytes.count) > 0
    }

    /// Waits until every process has closed the pipe. Returns false after ten seconds.
    func isReleased() async -> Bool { await wait() & Int16(POLLHUP) != 0 }

    private func wait() async -> Int16 {
        let reader = reader
        return await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                var entry = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
                poll(&entry, 1, 10_000)
                continuation.resume(returning: entry.revents)
            }
        }
    }
}
