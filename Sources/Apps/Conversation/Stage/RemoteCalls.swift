import SaybusMessages
import Synchronization

/// The commands that remote apps have in hand, and what the apps say about them.
final class RemoteCalls: Sendable {
    /// What came of a command, as far as the wait for it is concerned.
    enum News: Sendable {
        /// The app has taken it and is at work.
        case taken
        /// The app has answered; more may follow when the answer is not terminal.
        case response(Message<CommandResponse>)
        /// The app will not answer any more, for this reason.
        case gone(String)
        /// The time that began with so many earlier news is over.
        case overdue(after: Int)
    }

    private struct Call {
        let owner: Source
        let session: Session
        var run: UInt32?
        let news: AsyncStream<News>.Continuation
    }

    private let calls = Mutex<[MessageID: Call]>([:])

    /// Begins to watch a command; call it before the command is published, and ``end(_:)`` when done.
    func begin(_ command: MessageID, owner: Source, session: Session) -> AsyncStream<News> {
        let (stream, news) = AsyncStream.makeStream(
            of: News.self, bufferingPolicy: .bufferingOldest(4 * RemoteWait.mostAnswers))
        calls.withLock { $0[command] = Call(owner: owner, session: session, news: news) }
        return stream
    }

    /// A time limit is over.
    func overdue(_ command: MessageID, after news: Int) {
        calls.withLock { $0[command] }?.news.yield(.overdue(after: news))
    }

    /// Nobody waits any more.
    func end(_ command: MessageID) { calls.withLock { $0.removeValue(forKey: command) }?.news.finish() }

    /// An app says that it has the command. What anybody else says of it does not count.
    func note(receipt header: Header) { tell(header, .taken) }

    /// An app answers.
    func note(_ response: Message<CommandResponse>) { tell(response.header, .response(response)) }

    /// An app that is gone, or has started anew, will not answer what it had in hand.
    func note(_ message: Message<StageStatus>) {
        let status = message.body
        guard let source = Source(role: status.role, instance: status.instance) else { return }
        let isGone = status.state.isGone
        let orphans = calls.withLock { calls in
            calls.values.filter { call in
                call.owner == source && (isGone || call.run.map { $0 != message.header.run } ?? false)
            }
        }
        for call in orphans {
            call.news.yield(.gone(isGone ? "it is \(status.state.rawValue)" : "it was started anew in between"))
        }
    }

    /// Lets everybody go.
    func close() {
        for call in calls.withLock({ Array($0.values) }) { call.news.yield(.gone("the dispatcher stopped")) }
    }

    private func tell(_ header: Header, _ news: News) {
        let told = calls.withLock { calls in
            header.causes.compactMap { cause -> Call? in
                guard let call = calls[cause], call.owner == header.source, call.session == header.session else {
                    return nil
                }
                calls[cause]?.run = header.run
                return call
            }
        }
        for call in told { call.news.yield(news) }
    }
}
