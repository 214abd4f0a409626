/// A request with counts of its tries, which belong to the chain of retries. The request's controller sets them.
@ConversationActor
protocol RetryCounting: AnyObject {
    /// Number of retries so far.
    var retries: Int { get set }
    /// Number of silences in a row that have ended the last tries.
    var silences: Int { get set }
}
