import SaybusBus

/// A request that may be the question of a remote app.
@ConversationActor
protocol RemotelyAsked: AnyObject {
    /// The run of the remote app that asks; nil for an app of this program. After a restart the app does not know the
    /// question.
    var asker: ProgramRun? { get set }
}
