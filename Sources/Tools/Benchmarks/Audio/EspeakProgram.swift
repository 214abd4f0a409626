import SaybusExternalEngines

/// The `espeak-ng` program as a reference. Functions return nil if it is not installed.
enum EspeakProgram {
    /// The size of the WAV header.
    private static let headerBytes = 44
    private static let rate = 22_050

    /// Returns the time from the program's start to its first sample.
    static func firstSample(of text: String) async throws -> Duration? {
        try await measure(text) { stream, began, deadline throws(EngineFailure) in
            _ = try stream.bytes(headerBytes + 2, before: deadline)
            return ContinuousClock.now - began
        }
    }

    /// Returns the seconds of sound that it synthesizes per second.
    static func speed(of text: String) async throws -> Double? {
        try await measure(text) { stream, began, deadline throws(EngineFailure) in
            var count = -headerBytes
            while case let bytes = try stream.some(before: deadline), !bytes.isEmpty { count += bytes.count }
            return Double(count / 2) / Double(rate) / ((ContinuousClock.now - began) / .seconds(1))
        }
    }

    private static func measure<Value: Sendable>(
        _ text: String,
        _ body:
            @escaping @Sendable (inout SocketStream, ContinuousClock.Instant, ContinuousClock.Instant)
            throws(EngineFailure) -> Value
    ) async throws -> Value? {
        try await BlockingQueue(label: "espeak-ng").run { () throws(EngineFailure) -> Value? in
            let began = ContinuousClock.now
            guard var process = try? CommandProcess(["espeak-ng", "--stdout", "-v", "en-us", text]) else { return nil }
            return try body(&process.stream, began, began + .seconds(60))
        }
    }
}
