import SaybusZeroMQ

/// Messages that the broker of a test sends to its subscribers, each once and unchanged: malformed ones, which it would
/// refuse from a publisher.
package struct InjectedFrames: Sendable {
    /// Returns the frames of the messages that are to be sent. It is called on the broker's thread.
    fileprivate let takeAll: @Sendable () -> [[[UInt8]]]

    /// Creates a source of messages.
    /// - Parameter takeAll: Removes and returns the messages, on the broker's thread, after
    ///   ``Broker/sendInjectedFrames()``.
    package init(_ takeAll: @escaping @Sendable () -> [[[UInt8]]]) { self.takeAll = takeAll }
}

extension Broker {
    /// Makes the broker's thread send the messages that wait in its ``InjectedFrames``.
    package func sendInjectedFrames() { wakeUp.signal() }
}

extension Forwarder {
    /// Sends the messages of a test that wait.
    mutating func sendInjectedFrames() throws(ZeroMQError) {
        guard let injectedFrames = settings.injectedFrames else { return }
        for frames in injectedFrames.takeAll() { try send(frames) }
    }
}
