import SaybusInteractionModels
import SaybusMessages

extension HomeAssistantModel {
    /// The intents about timers. Home Assistant keeps timers for its own satellites only.
    private static let timers: Set = [
        "HassStartTimer", "HassCancelTimer", "HassCancelAllTimers", "HassIncreaseTimer", "HassDecreaseTimer",
        "HassPauseTimer", "HassUnpauseTimer", "HassTimerStatus",
    ]
    /// The slot of a sentence that is carried out later, which needs no satellite.
    private static let delayed = "conversation_command"

    /// Leaves out the sentences that Home Assistant could not understand: it is asked without a satellite, and so
    /// without a room. They would also take the sentence from an app that can do it.
    mutating func leaveOutRefused() {
        commands = commands.compactMap { whole -> Catalog.Command? in
            var command = whole
            command.groups = whole.groups?.compactMap { Self.offered($0, of: whole.type) }
            return command.patterns.isEmpty && command.groups?.isEmpty != false ? nil : command
        }
    }

    private static func offered(_ group: Catalog.PatternGroup, of intent: String) -> Catalog.PatternGroup? {
        guard group.requires?["area"] == nil || HomePlan.carriesOut(intent) else { return nil }
        guard timers.contains(intent) else { return group }
        var group = group
        group.patterns = group.patterns.filter { $0.contains(delayed) }
        return group.patterns.isEmpty ? nil : group
    }
}
