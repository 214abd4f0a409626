import Foundation
import SaybusConversation

/// Timers that ring after a restart, too.
@main
final class KitchenTimers: ConversationApp {
    static let name = "timers"
    static let abstract = "Sets timers that survive a restart."

    private let topic = ConversationTopic()
    private var timers: TimerList?

    func setUp(_ manager: ConversationManager) {
        manager.trackCoordinator.registerTrack("alarm", priority: 500)
        manager.commandRegistry = topic
        manager.addAudioSource(topic, forTrack: "alarm")
        let timers = TimerList(store: manager.store) { [weak self] timer, isLate in self?.ring(timer, isLate) }
        self.timers = timers
        topic.addSubtopic(SpeechSettingsTopic(manager: manager))

        add("Set", ["set a timer for @minutes:Number minute[s]", "set a timer for @seconds:Number second[s]"]) {
            command in
            let minutes = command.parameters["minutes"]?.number ?? 0
            let seconds = command.parameters["seconds"]?.number ?? 0
            let length = minutes * 60 + seconds
            // "Minus five minutes" would ring at once.
            guard KitchenTimer.lengths.contains(length) else {
                return .say("A timer takes a tenth of a second to a day.")
            }
            try timers.set(KitchenTimer(seconds: length))
            return .say("All right.")
        }
        add("List", ["how long is left", "list [the] timers"]) { _ in .say(timers.sentence) }
        add("Cancel", ["cancel [the|all] timer[s]"]) { _ in
            try timers.cancel()
            return .say("Cancelled.")
        }
    }

    private func ring(_ timer: KitchenTimer, _ isLate: Bool) {
        topic.play(ToneEvent(frequency: 880, duration: .milliseconds(300)))
        topic.speak(isLate ? "A timer ended while I was away." : "Your timer of \(timer.seconds.spokenText) seconds.")
    }

    private func add(
        _ type: String, _ patterns: [String],
        _ respond: @escaping @ConversationActor (Command) async throws -> VoiceRequestResponse
    ) {
        let recognizer = CustomCommandRecognizer(customType: type, responseBuilder: respond)
        recognizer.addTextMatcher(PatternCommandMatcher(patterns: patterns))
        topic.addCommandRecognizer(recognizer)
    }
}
