import Foundation
import SaybusConversation
import SaybusMessages

/// The app in Swift of a campaign, which `saybus-bench chaos-app` runs.
public final class ChaosApp: ConversationApp {
    /// The name on the bus.
    public static let name = "chaos-app"
    /// A sentence for `--help`.
    public static let abstract = "Serves saybus-bench chaos."

    /// Creates the app of a conversation.
    public init() {}

    /// Adds the command, which appends to the file that `SAYBUS_CHAOS_MARKS` names.
    public func setUp(_ manager: ConversationManager) {
        let path = ProcessInfo.processInfo.environment["SAYBUS_CHAOS_MARKS"] ?? "/dev/null"
        let registry = CommandRecognizerCatalog()
        let command = CustomCommandRecognizer(customType: "Stamp") { (command: Command) -> VoiceRequestResponse in
            Self.stamp(command, in: path)
        }
        command.addTextMatcher(PatternCommandMatcher(pattern: "stamp @number:Number"))
        registry.addCommandRecognizer(command)
        manager.commandRegistry = registry
    }

    @ConversationActor
    private static func stamp(_ command: Command, in path: String) -> VoiceRequestResponse {
        guard case .number(let value)? = command.parameters["number"], let number = Int(exactly: value),
            let file = fopen(path, "a")
        else {
            return .feedback("It cannot be stamped.")
        }
        fputs("stamp \(number)\n", file)
        fclose(file)
        return .feedback("Stamped.")
    }
}
