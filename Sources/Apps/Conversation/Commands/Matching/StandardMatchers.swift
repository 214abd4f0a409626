import SaybusMessages

/// The matchers of the patterns that every new recognizer of a class has. All conversations share them, since each
/// holds a compiled grammar.
@ConversationActor
enum StandardMatchers {
    private static var matchers: [ObjectIdentifier: PatternCommandMatcher] = [:]

    /// Returns the matcher of a class. A class whose patterns have changed gets another one.
    static func matcher(
        of type: VerbalCommandRecognizer.Type, patterns: [String], slotTypes: [Catalog.SlotType]
    ) -> PatternCommandMatcher {
        let id = ObjectIdentifier(type)
        if let known = matchers[id], known.patternTemplates == patterns, known.slotTypes == slotTypes { return known }
        let matcher = PatternCommandMatcher(patterns: patterns, slotTypes: slotTypes)
        matchers[id] = matcher
        return matcher
    }
}
