/// Takes the sequences that sources post.
@ConversationActor
public protocol AudioEventListener: AnyObject, Sendable {
    /// A source has posted a sequence.
    func eventSource(_ source: any AudioEventSource, didPost sequence: AudioEventSequence)
}
