import SaybusConversation

/// Carries out what the player's topic hears.
@ConversationActor
protocol PlayerControls: AnyObject, Sendable {
    /// Holds the episode.
    func pause()
    /// Lets it go on, or begins it again.
    func resume()
    /// Ends it.
    func stop()
    /// Sounds that something was kept.
    func chime()
}
