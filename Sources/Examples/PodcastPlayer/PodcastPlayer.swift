import SaybusConversation

/// A podcast player controlled by voice only, as an example of commands, questions, topics and tracks in one app.
@main
final class PodcastPlayer: ConversationApp {
    static let name = "podcasts"
    static let abstract = "Finds and plays podcasts: searching, choosing, notes, timers, sending, settings."

    private var player: PodcastController?

    func setUp(_ manager: ConversationManager) {
        let player = PodcastController(manager: manager)
        self.player = player
        player.setUp()
    }
}
