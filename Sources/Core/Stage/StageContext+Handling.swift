import Logging
import SaybusBus
import SaybusMessages

extension StageContext {
    /// The most characters of a reason, since errors quote what was received.
    private static let maximumReasonLength = 500

    /// Surrounds what a stage does with a message: an error in it fails the message's turn, and the stage goes on.
    ///
    /// The turn ends as `failed` with a reason that has the error's text, unless the message was answered, declined or
    /// refused before, or is for another role. The publisher does not send the message again. The log and, for a
    /// minute, the status tell of the error. When a transcriber fails at a part of a turn's sound, the turn ends, too.
    ///
    /// ```swift
    /// for await case .message(let message) in messages.cancelOnGracefulShutdown() {
    ///     try await context.handling(message.header) { try await answer(message) }
    /// }
    /// ```
    ///
    /// A stage that may stand by calls ``begin(_:_:)`` first.
    /// - Parameters:
    ///   - header: The message's header.
    ///   - isolation: The actor on which the closure runs: that of the caller.
    ///   - body: What the stage does with the message.
    /// - Throws: What must end the stage: an error of the bus itself, a ``StageFailure``, or any error when the task is
    ///   cancelled.
    public func handling(
        _ header: Header, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void
    ) async throws {
        bus.beginHandling(header)
        do {
            try await body()
            _ = bus.endHandling(header)
        } catch {
            let isAnswered = bus.endHandling(header)
            guard !Self.endsStage(error) else { throw error }
            fail(header, error, isAnswered: isAnswered)
        }
    }

    private static func endsStage(_ error: any Error) -> Bool {
        switch error {
        case let error as BusError: error.code != .unsendable
        case is StageFailure, is CancellationError: true
        default: Task.isCancelled
        }
    }

    private func fail(_ header: Header, _ error: any Error, isAnswered: Bool) {
        let reason = "\(bus.source) failed at \(header.kind): \(type(of: error)): \(error)"
            .shortened(to: Self.maximumReasonLength).safeForTerminal
        logger.error(
            "a message could not be handled",
            metadata: [
                "kind": "\(header.kind)", "problem": "\(reason)", "session": "\(header.session)",
                "turn": "\(header.turn?.description ?? "")",
            ])
        show(reason)
        if !isAnswered { bus.fail(header, because: reason) }
    }
}
