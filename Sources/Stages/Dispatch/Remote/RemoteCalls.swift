import SaybusBus
import SaybusMessages
import SaybusSupport
import Synchronization

/// The commands that remote apps are carrying out, each with a stream of what its app reports.
package final class RemoteCalls: Sendable {
    /// A report about a command.
    package enum Update: Sendable {
        /// The app has taken the command and works on it.
        case taken
        /// The app has answered. More answers follow when this one is not terminal.
        case response(Message<CommandResponse>)
        /// The app does not beat. It has died, or stands still and may take the command until its deadline.
        case lost
        /// The app will not answer any more, for this reason.
        case gone(String)
        /// The time limit that began after this number of earlier ones is over.
        case overdue(after: Int)
    }

    private struct Call {
        let owner: Source
        let session: Session
        /// The run of the owner that has taken the command; nil before one has.
        var run: ProgramRun?
        let updates: AsyncStream<Update>.Continuation
    }

    private let calls = Mutex<[MessageID: Call]>([:])
    /// The commands that were followed last, and are over.
    private let over = Mutex(GenerationalCache<MessageID, Void>(capacity: 1024))

    /// Creates a registry without commands.
    package init() {}

    /// Begins to follow a command. Call it before the command is published, and ``end(_:)`` when done.
    func begin(_ command: MessageID, owner: Source, session: Session) -> AsyncStream<Update> {
        let (stream, updates) = AsyncStream.makeStream(
            of: Update.self, bufferingPolicy: .bufferingOldest(4 * RemoteWait.maximumAnswers))
        calls.withLock { $0[command] = Call(owner: owner, session: session, updates: updates) }
        return stream
    }

    /// Reports that a time limit is over.
    func overdue(_ command: MessageID, after limits: Int) {
        calls.withLock { $0[command] }?.updates.yield(.overdue(after: limits))
    }

    /// Stops following a command.
    func end(_ command: MessageID) {
        calls.withLock { $0.removeValue(forKey: command) }?.updates.finish()
        over.withLock { _ = $0.insert(command) }
    }

    /// Applies a receipt of an app for its command. Receipts of other programs do not count.
    package func apply(receipt header: Header) { yield(.taken, to: header) }

    /// Applies an app's `command.response`.
    /// - Returns: The reason why it fits no command of this dispatcher; nil when it fits, or is for another dispatcher.
    package func apply(_ response: Message<CommandResponse>) -> String? {
        // Before the response, which may end the command.
        let problem = problem(of: response.header)
        yield(.response(response), to: response.header)
        return problem
    }

    private func problem(of answer: Header) -> String? {
        guard !answer.causes.isEmpty else { return "it names no command in its causes" }
        let named = calls.withLock { calls in answer.causes.compactMap { calls[$0] } }
        if named.contains(where: { $0.owner == answer.source && $0.session == answer.session }) { return nil }
        if let call = named.first {
            return call.owner == answer.source
                ? "its command is of the session \(call.session), not \(answer.session)"
                : "its command is for \(call.owner)"
        }
        let isLate = over.withLock { over in answer.causes.contains { over.contains($0) } }
        return isLate ? "its command was over: it came too late, or after the last answer" : nil
    }

    /// Records that an app's `command.response` cannot be read, for a reason that names the field: it will not come
    /// again in another form.
    package func refuse(_ response: Header, because reason: String) {
        yield(.gone("its response cannot be read: \(reason)"), to: response)
    }

    /// Applies a status: an app that is gone or was restarted will not answer the commands it had.
    package func apply(_ message: Message<StageStatus>) {
        let status = message.body
        guard let source = Source(role: status.role, instance: status.instance) else { return }
        let orphans = calls.withLock { calls in
            calls.values.filter { call in
                call.owner == source && call.run.map { $0.isOver(by: message) } ?? status.state.isGone
            }
        }
        let update: Update =
            switch status.state {
            case .lost: .lost
            case .stopped, .failed: .gone("it is \(status.state.rawValue)")
            default: .gone("it was started anew in between")
            }
        for call in orphans { call.updates.yield(update) }
    }

    /// Ends the wait for all commands, because this dispatcher stops.
    package func close() {
        for call in calls.withLock({ Array($0.values) }) { call.updates.yield(.gone("the dispatcher stopped")) }
    }

    private func yield(_ update: Update, to header: Header) {
        let answered = calls.withLock { calls in
            header.causes.compactMap { cause -> Call? in
                guard let call = calls[cause], call.owner == header.source, call.session == header.session else {
                    return nil
                }
                calls[cause]?.run = ProgramRun(header)
                return call
            }
        }
        for call in answered { call.updates.yield(update) }
    }
}
