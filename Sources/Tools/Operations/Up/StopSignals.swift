@preconcurrency import Dispatch
import Foundation

/// The signals that end a program, as a sequence: SIGINT (Ctrl-C), SIGTERM, SIGHUP (the terminal was closed).
public enum StopSignals {
    /// Catches the signals from now on, until the stream is dropped.
    public static func caught() async -> AsyncStream<Void> {
        // Two signals make a difference: stop, and stop at once.
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
