import Glibc

/// Standard output for commands that print without a bus.
enum OfflineOutput {
    /// Calls `body` with a writer. Ends without an error when the reader closes the output, as `| head` does.
    static func lines(_ body: (LineWriter) async throws -> Void) async throws {
        // A closed output is reported by the result of `write`.
        signal(SIGPIPE, SIG_IGN)
        let writer = try LineWriter(descriptor: Terminal.standardOutput.descriptor)
        defer { writer.stop() }
        do {
            try await body(writer)
        } catch let error as TapError where error.code == .outputClosed {
            return
        }
    }
}
