import SaybusMessages

/// A session of the Hermes protocol: one or several turns of a dialogue at a site.
struct HermesDialogue: Sendable, Equatable {
    /// A thing that a dialogue waits for.
    enum Step: Sendable, Equatable {
        /// A turn is in progress.
        case turn
        /// A Hermes app is to end or continue the dialogue. The header is that of its command.
        case app(Header)
        /// A Hermes app answers through another gateway, which owns the command.
        case elsewhere
        /// The turn ends, then the user is listened to again.
        case listenAfterTurn
        /// A prompt is played, then the user is listened to.
        case prompt
        /// The user is listened to.
        case listening
        /// The last words are played.
        case farewell
        /// A Hermes app, which was told that its words were not recognized, is to end or continue the dialogue.
        case notRecognized
    }

    /// The name of the session.
    let id: String
    /// The data that the app which began or continued the dialogue wants back.
    var customData: JSONValue = .null
    /// The wake word that began the dialogue.
    var wakeWord: String?
    /// The turn that is open now.
    var turn: TurnID?
    /// The newest request to listen to the user; nil before the first one.
    var request: MessageID?
    /// The newest words that are played for the dialogue; nil before the first ones.
    var newestPlay: MessageID?
    /// The event that the dialogue waits for.
    var step: Step
    /// The intents that the app expects in the next turn; nil means all.
    var filter: [String]?
    /// The best hypothesis on the newest turn that a Hermes app expects; nil without a filter, or when there is none.
    var expected: SpeechIntent.Hypothesis?
    /// Whether the app is told of words that no intent matches, and goes on itself.
    var sendsNotRecognized = false
    /// The words of the newest turn; empty until they are known.
    var words = ""
    /// The time of the last change.
    var since: ContinuousClock.Instant

    /// Whether the app expects an intent. A filter limits the intents of Hermes apps only.
    func expects(_ type: String, of app: String) -> Bool {
        guard let filter, app == HermesConfiguration.app else { return true }
        return filter.contains(type)
    }

    /// Takes over what a `continueSession` says of the next turn.
    mutating func goOn(_ body: JSONValue, now: ContinuousClock.Instant) {
        if body.value("customData") != .null { customData = body.value("customData") }
        filter = body.texts("intentFilter")
        sendsNotRecognized = body.boolean("sendIntentNotRecognized") ?? false
        since = now
    }
}

/// A request of a Hermes app to begin a dialogue.
struct HermesStart: Sendable, Equatable {
    /// The text to say first; nil for none.
    var text: String?
    /// Whether the text is all: the user is not listened to.
    var isNotification: Bool
    /// The data that the app wants back.
    var customData: JSONValue
    /// The intents that the app expects; nil means all.
    var filter: [String]?
    /// Whether the app is told of words that no intent matches.
    var sendsNotRecognized: Bool
    /// The name of the session.
    let id: String
}
