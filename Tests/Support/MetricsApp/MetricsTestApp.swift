import Metrics
import SaybusConversation
import Tracing

/// The Swift app of the tests of metrics and traces, which has some of its own.
@main
final class MetricsTestApp: ConversationApp {
    static let name = "soup"
    static let abstract = "Serves the tests of metrics and traces."

    func setUp(_ manager: ConversationManager) {
        let registry = CommandRecognizerCatalog()
        let command = CustomCommandRecognizer(customType: "Order") {
            withSpan("cook") { span in
                span.attributes["dish"] = "soup"
                Counter(label: "kitchen_orders_total", dimensions: [("dish", "soup")]).increment()
                return .feedback("Soup it is.")
            }
        }
        command.addTextMatcher(PatternCommandMatcher(pattern: "order soup"))
        registry.addCommandRecognizer(command)
        manager.commandRegistry = registry
    }
}
