import SaybusMessages
import SaybusSupport

/// The sessions of the pages that talk: a bounded number, each once. A session is that of the page that wanted it last.
final class TalkingSessions: Sendable {
    /// The most pages that talk at a time: each has two connections to the bus.
    static let capacity = 16
    /// The time for which a page waits until the one before it has ended: shorter than a page waits for its stages.
    static let timeout = Duration.seconds(4)

    /// The closures that end the talk in each session.
    private let sessions = Watched<[Session: @Sendable () -> Void]>([:])

    /// Adds a session. A page that talks in it already is ended first: its browser may have given up its connection,
    /// and opened a new one, long before the console notices that.
    /// - Parameters:
    ///   - session: The session.
    ///   - giveUp: Called when another page wants the session; the page's stages end, and it calls ``end(_:)``.
    /// - Returns: The reason why it cannot talk, as a sentence; nil when it may.
    func begin(_ session: Session, giveUp: @escaping @Sendable () -> Void) async -> String? {
        sessions.value[session]?()
        _ = await sessions.wait(within: Self.timeout) { $0[session] == nil }
        return sessions.change { sessions -> String? in
            guard sessions[session] == nil else { return "this conversation is open in another window" }
            guard sessions.count < Self.capacity else { return "\(Self.capacity) pages talk already" }
            sessions[session] = giveUp
            return nil
        }
    }

    /// Removes a session.
    func end(_ session: Session) { sessions.change { sessions in sessions[session] = nil } }
}
