import SaybusConversation

/// A controller that carries out the commands of ``PlayerTopic``.
@ConversationActor
protocol PlayerControls: AnyObject, Sendable {
    /// Pauses the episode.
    func pause()
    /// Resumes the episode, or restarts it.
    func resume()
    /// Stops the episode.
    func stop()
    /// Plays a chime that confirms a saved note.
    func chime()
}
