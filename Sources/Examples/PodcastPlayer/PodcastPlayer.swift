import SaybusConversation

/// A podcast player that is only spoken to: everything that an app can be made of, in one.
@main
struct PodcastPlayer: ConversationApp {
    static let name = "podcasts"
    static let abstract = "Finds and plays podcasts: searching, choosing, notes, timers, sending, settings."

    static func setUp(_ manager: ConversationManager) {
        let player = PodcastController(manager: manager)
        retained = player
        player.setUp()
    }

    @ConversationActor private static var retained: PodcastController?
}
