import SaybusMessages

/// A remote app that asks, with its run. After a restart the app does not know the question.
struct RemoteAsker: Sendable, Equatable {
    let owner: Source
    let run: UInt32
}

/// A request that may be the question of a remote app.
@ConversationActor
protocol RemotelyAsked: AnyObject {
    /// The remote app that asks; nil for an app of this program.
    var asker: RemoteAsker? { get set }
}
