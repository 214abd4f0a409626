import Foundation
import Testing

/// A named pipe on which scripts say what they do: lines while one lives, an end when none of them does any more.
final class Wire: Sendable {
    let path: String
    /// Their lines; ends when nobody can write any more.
    let lines: AsyncStream<String>
    private let keeper: Int32?

    /// A pipe in a folder.
    /// - Parameter staysOpen: Whether the lines go on when all writers have gone, as when one is started again.
    init(in folder: Folder, staysOpen: Bool = false) throws {
        path = folder.path + "/wire"
        try #require(mkfifo(path, 0o600) == 0)
        let reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        try #require(reader >= 0)
        keeper = staysOpen ? open(path, O_WRONLY | O_CLOEXEC) : nil
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        lines = stream
        Thread.detachNewThread {
            var rest: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 4096)
            while true {
                var entry = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
                // The time limit of a test that fails.
                guard poll(&entry, 1, 30_000) > 0 else { break }
                let count = read(reader, &buffer, buffer.count)
                guard count > 0 else { break }
                for byte in buffer[..<count] {
                    if byte == UInt8(ascii: "\n") {
                        continuation.yield(String(decoding: rest, as: UTF8.self))
                        rest = []
                    } else {
                        rest.append(byte)
                    }
                }
            }
            close(reader)
            continuation.finish()
        }
    }

    deinit { if let keeper { close(keeper) } }

    /// A shell program's body: says `<name> up`, waits to be told to end, says `<name> down`.
    func body(_ name: String) -> String {
        """
        exec 3>"\(path)"
        trap 'echo "\(name) down" >&3; exit 0' TERM
        echo "\(name) up $$" >&3
        tail --pid=$$ -f /dev/null 3>&- &
        wait $!
        """
    }
}
