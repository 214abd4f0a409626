/// A receiver of the sequences that sources post.
@ConversationActor
public protocol AudioEventListener: AnyObject, Sendable {
    /// Receives a sequence that a source has posted.
    func eventSource(_ source: any AudioEventSource, didPost sequence: AudioEventSequence)
}
