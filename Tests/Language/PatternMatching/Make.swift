import SaybusMessages
import SaybusPatternMatching

/// A catalog of commands with their patterns.
func makeCatalog(
    _ commands: KeyValuePairs<String, [String]>, app: String = "app", types: [Catalog.SlotType]? = nil
) -> Catalog {
    Catalog(app: app, commands: commands.map { .init(type: $0.key, patterns: $0.value) }, slotTypes: types)
}

/// A matcher of commands with their patterns.
func makeMatcher(_ commands: KeyValuePairs<String, [String]>, types: [Catalog.SlotType]? = nil) -> PatternMatcher {
    PatternMatcher([makeCatalog(commands, types: types)])
}

/// A matcher of one command, `X`, with one pattern.
func makeMatcher(_ pattern: String, types: [Catalog.SlotType]? = nil) -> PatternMatcher {
    makeMatcher(["X": [pattern]], types: types)
}

/// The values of the best reading as text; nil when there is none.
func values(_ matcher: PatternMatcher, _ text: String) -> [String: String]? {
    matcher.match(text).first.map { $0.parameters.mapValues { "\($0.value)" } }
}
