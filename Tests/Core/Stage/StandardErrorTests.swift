import Glibc
import Logging
import Testing

@testable import SaybusStage

@Suite("Standard error")
struct StandardErrorTests {
    @Test("a program's log without a reader does not end the program")
    func noReader() async throws {
        try await reportingFailure("test") {}
        var disposition = sigaction()
        sigaction(SIGPIPE, nil, &disposition)
        let handler = unsafeBitCast(disposition.__sigaction_handler.sa_handler, to: Int.self)
        // A broken pipe would end this process otherwise.
        try #require(handler == unsafeBitCast(SIG_IGN, to: Int.self))
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        let output = StandardError(copyOf: ends[1])
        close(ends[1])
        close(ends[0])
        output.write("nobody reads this\n")
    }

    @Test("lines go to the original standard error, even after its descriptor was redirected")
    func copy() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { close(ends[0]) }
        do {
            let output = StandardError(copyOf: ends[1])
            let nowhere = open("/dev/null", O_WRONLY)
            dup2(nowhere, ends[1])
            close(nowhere)
            output.write("ready\n")
            Logger(label: "audio", factory: { StreamLogHandler(label: $0, stream: output) }).notice("no sound")
            #expect(fcntl(output.descriptor, F_GETFD) & FD_CLOEXEC != 0)
        }
        close(ends[1])
        // The copy was closed with the object that owns it, so there is no writer any more.
        var bytes = [UInt8](repeating: 0, count: 10_000)
        var text = ""
        while case let count = read(ends[0], &bytes, bytes.count), count > 0 {
            text += String(decoding: bytes[..<count], as: UTF8.self)
        }
        let lines = text.split(separator: "\n")
        #expect(lines.first == "ready")
        #expect(lines.count == 2 && lines.last?.contains("audio") == true && lines.last?.hasSuffix("no sound") == true)
    }
}
