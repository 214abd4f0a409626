import Glibc

/// Standard output for commands that do not connect to a bus.
enum OfflineOutput {
    /// Calls `body` with a writer. Ends without an error when the reader closes the output, as `| head` does.
    static func withWriter(_ body: (LineWriter) async throws -> Void) async throws {
        // SIGPIPE is ignored, since the result of `write` reports a closed output.
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
