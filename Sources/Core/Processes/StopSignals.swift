@preconcurrency import Dispatch
import Foundation
import SaybusSupport

/// The signals that end a program: SIGINT (Ctrl-C), SIGTERM, SIGHUP (the terminal was closed) unless it is ignored.
package enum StopSignals {
    /// Returns a stream with an element for each signal. The signals are caught until the stream is dropped.
    package static func caught() async -> AsyncStream<Void> {
        // Only two signals have an effect: the first stops, the second stops at once.
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingOldest(2))
        let catching = await Catching { _ in continuation.yield() }
        continuation.onTermination = { _ in catching.end() }
        return stream
    }

    /// A time during which the signals are caught.
    package struct Catching: Sendable {
        /// The queue on which the signals are handled.
        let queue = DispatchQueue(label: "saybus.signals")
        private let sources: [any DispatchSourceSignal]

        /// Catches the signals from now on.
        /// - Parameter handler: Gets the number of each signal, on ``queue``.
        package init(_ handler: @escaping @Sendable (Int32) -> Void) async {
            let queue = queue
            let signals = [SIGINT, SIGTERM] + (HangupSignal.isIgnored ? [] : [SIGHUP])
            sources = signals.map { signal in
                let source = DispatchSource.makeSignalSource(signal: signal, queue: queue)
                source.setEventHandler { handler(signal) }
                return source
            }
            for source in sources {
                await withCheckedContinuation { registered in
                    source.setRegistrationHandler { registered.resume() }
                    source.resume()
                }
            }
        }

        /// Ends the catching: the signals have their default effect again.
        package func end() { for source in sources { source.cancel() } }
    }
}
