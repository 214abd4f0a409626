import Glibc

/// Runs what only prints, without a bus.
enum OfflineOutput {
    /// Hands a writer to `body`; a reader that has seen enough, such as `| head`, ends it in silence.
    static func lines(_ body: (LineWriter) async throws -> Void) async throws {
        // A closed output is told by what `write` returns.
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
