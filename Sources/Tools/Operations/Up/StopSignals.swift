@preconcurrency import Dispatch
import Foundation

/// The signals that end a program: SIGINT (Ctrl-C), SIGTERM, SIGHUP (the terminal was closed).
public enum StopSignals {
    /// Returns a stream with an element for each signal. The signals are caught until the stream is dropped.
    public static func caught() async -> AsyncStream<Void> {
        // Only two signals have an effect: the first stops, the second stops at once.
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingOldest(2))
        let queue = DispatchQueue(label: "saybus.signals")
        let sources = [SIGINT, SIGTERM, SIGHUP].map { DispatchSource.makeSignalSource(signal: $0, queue: queue) }
        for source in sources {
            source.setEventHandler { continuation.yield() }
            await withCheckedContinuation { registered in
                source.setRegistrationHandler { registered.resume() }
                source.resume()
            }
        }
        continuation.onTermination = { _ in for source in sources { source.cancel() } }
        return stream
    }
}
