import SaybusMessages

/// A turn beside the session of its site: the text of an `nlu/query`, or a turn whose session a newer turn has ended.
struct HermesRequest: Sendable, Equatable {
    /// The session that the messages of the turn name, with the data of its app.
    var dialogue: HermesDialogue
    /// The site of the turn.
    let site: Session
    /// The id of the query, as its app gave it; nil for a turn that was no query.
    var queryID: JSONValue?
    /// Whether the query's app has been told what the text means, or that it means nothing.
    var isAnswered = false
}
