import Foundation

/// A named pipe to which programs under test write lines. While a program holds the pipe open, it is running.
public final class NamedPipe: Sendable {
    /// The path of the pipe.
    public let path: String
    /// The lines. The sequence ends when the last process that has opened the pipe closes it or ends.
    public let lines: AsyncStream<String>
    private let writer: Int32?

    /// Makes a pipe in a folder. It replaces an earlier pipe of the same name.
    /// - Parameters:
    ///   - folder: The folder.
    ///   - name: The pipe's name.
    ///   - staysOpen: Whether the lines continue while no process has the pipe open, such as during a restart.
    public init(in folder: TemporaryFolder, _ name: String = "pipe", staysOpen: Bool = false) throws {
        path = folder.path(name)
        unlink(path)
        guard mkfifo(path, 0o600) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        let reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard reader >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        writer = staysOpen ? open(path, O_WRONLY | O_CLOEXEC) : nil
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        lines = stream
        Thread.detachNewThread {
            var line: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 4096)
            while true {
                var entry = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
                // The time limit: only a failing test waits this long.
                guard poll(&entry, 1, 30_000) > 0 else { break }
                let count = read(reader, &buffer, buffer.count)
                guard count > 0 else { break }
                for byte in buffer[..<count] {
                    if byte == UInt8(ascii: "\n") {
                        continuation.yield(String(decoding: line, as: UTF8.self))
                        line = []
                    } else {
                        line.append(byte)
                    }
                }
            }
            close(reader)
            continuation.finish()
        }
    }

    deinit { if let writer { close(writer) } }

    /// Waits until at least one process has opened the pipe and all of them have closed it. Discards the lines.
    public func waitForEnd() async { for await _ in lines {} }
}
