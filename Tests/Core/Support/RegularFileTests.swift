import Foundation
import SaybusSupport
import SaybusTesting
import Testing

@Suite("A file that is read as a whole")
struct RegularFileTests {
    @Test("a file is read with its permissions, up to the limit and no further")
    func limit() throws {
        let folder = try TemporaryFolder()
        let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }
        let path = try folder.write("file", bytes, mode: 0o640)
        let file = try RegularFile(path, atMost: bytes.count)
        #expect(file.bytes == bytes && file.mode == 0o640 && file.owner == geteuid())
        let error = #expect(throws: FileReadError.self) { try RegularFile(path, atMost: bytes.count - 1) }
        #expect(error?.code == .tooLarge && error?.description == "has more than 199999 bytes")
        // The kernel gives the files of /proc no size.
        #expect(try !RegularFile("/proc/self/status", atMost: 1 << 20).bytes.isEmpty)
        #expect(throws: FileReadError.self) { try RegularFile("/proc/self/status", atMost: 10) }
    }

    @Test("a pipe without a writer, a device and a folder are refused at once")
    func others() throws {
        let folder = try TemporaryFolder()
        let pipe = folder.path("pipe")
        try #require(mkfifo(pipe, 0o600) == 0)
        for path in [pipe, "/dev/zero", "/dev/null"] {
            let error = #expect(throws: FileReadError.self) { try RegularFile(path, atMost: 100) }
            #expect(error?.code == .notRegular, "\(path)")
        }
        let error = #expect(throws: FileReadError.self) { try RegularFile(folder.path, atMost: 100, orPipe: true) }
        #expect(error?.description == "cannot be read: Is a directory")
        #expect(throws: FileReadError.self) { try RegularFile(folder.path("none"), atMost: 100) }
        #expect(throws: FileReadError.self) { try RegularFile("/dev/zero", atMost: 100, orPipe: true) }
        #expect(try RegularFile(pipe, atMost: 100, orPipe: true).bytes.isEmpty, "nobody writes to it")
    }

    @Test("a named pipe whose writer comes a moment later is read")
    func late() throws {
        signal(SIGPIPE, SIG_IGN)
        let folder = try TemporaryFolder()
        let path = folder.path("pipe")
        try #require(mkfifo(path, 0o600) == 0)
        Thread.detachNewThread {
            // This waits for the reader.
            let writer = open(path, O_WRONLY | O_CLOEXEC)
            _ = write(writer, "a: 1\n", 5)
            close(writer)
        }
        #expect(try RegularFile(path, atMost: 100, orPipe: true).bytes == Array("a: 1\n".utf8))
    }

    @Test("a pipe with a writer is read to its end, where pipes are allowed")
    func written() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        let (reader, writer) = (ends[0], ends[1])
        defer { close(reader) }
        // More than a pipe holds.
        let bytes = Array(String(repeating: "line\n", count: 40_000).utf8)
        Thread.detachNewThread {
            _ = write(writer, bytes, bytes.count)
            close(writer)
        }
        #expect(try RegularFile("/dev/fd/\(reader)", atMost: 1 << 20, orPipe: true).bytes == bytes)
    }
}
