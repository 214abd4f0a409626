import SaybusConversation

/// The kinds of coffee that the app can explain.
@ConversationActor
enum CoffeeKinds {
    /// The values of `@kind:Coffee` in a pattern. Each can be said in other words, too.
    private static let coffee = Catalog.SlotType(
        name: "Coffee",
        values: [
            .init(value: "espresso", synonyms: ["short black"]), .init(value: "flat white"),
            .init(value: "cappuccino"),
        ])

    /// Returns the recognizer of the command.
    static func makeRecognizer() -> CustomCommandRecognizer {
        let explain = CustomCommandRecognizer(customType: "Explain", responseBuilder: Self.explain)
        explain.addTextMatcher(
            PatternCommandMatcher(patterns: ["what is [a|an] @kind:Coffee"], slotTypes: [coffee]))
        explain.summary = "Explains kinds of coffee."
        return explain
    }

    private static func explain(_ command: Command) -> VoiceRequestResponse {
        switch command.parameters["kind"]?.text {
        case "espresso": .say("Short and strong.")
        case "flat white": .say("Espresso with hot milk.")
        default: .say("Espresso with foamed milk.")
        }
    }
}
