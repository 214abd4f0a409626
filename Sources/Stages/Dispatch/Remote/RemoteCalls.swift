import SaybusBus
import SaybusMessages
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

    /// Creates a registry without commands.
    package init() {}

    /// Begins to follow a command. Call it before the command is published, and ``end(_:)`` when done.
    func begin(_ command: MessageID, owner: Source, session: Session) -> AsyncStream<Update> {
        let (stream, updates) = AsyncStream.makeStream(
            of: Update.self, bufferingPolicy: .bufferingOldest(4 * RemoteWait.mostAnswers))
        calls.withLock { $0[command] = Call(owner: owner, session: session, updates: updates) }
        return stream
    }

    /// Reports that a time limit is over.
    func overdue(_ command: MessageID, after limits: Int) {
        calls.withLock { $0[command] }?.updates.yield(.overdue(after: limits))
    }

    /// Stops following a command.
    func end(_ command: MessageID) { calls.withLock { $0.removeValue(forKey: command) }?.updates.finish() }

    /// Applies a receipt of an app for its command. Receipts of other programs do not count.
    package func apply(receipt header: Header) { yield(.taken, to: header) }

    /// Applies an app's `command.response`.
    package func apply(_ response: Message<CommandResponse>) { yield(.response(response), to: response.header) }

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
