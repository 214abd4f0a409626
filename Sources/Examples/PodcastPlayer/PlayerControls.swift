import SaybusConversation

/// Carries out the commands of the player's topic.
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
