/// A request that knows how often its question has been asked again; the count belongs to the chain and is set by who runs it.
@ConversationActor
protocol RetryCounting: AnyObject {
    var retries: Int { get set }
}
