/// A request with a count of retries. The count belongs to the chain of retries; the request's controller sets
/// it.
@ConversationActor
protocol RetryCounting: AnyObject {
    var retries: Int { get set }
}
