import SaybusMessages
import SaybusPatternMatching

/// Returns a catalog of commands with their patterns.
func makeCatalog(
    _ commands: KeyValuePairs<String, [String]>, app: String = "app", types: [Catalog.SlotType]? = nil
) -> Catalog {
    Catalog(app: app, commands: commands.map { .init(type: $0.key, patterns: $0.value) }, slotTypes: types)
}

/// Returns a matcher of commands with their patterns.
func makeMatcher(_ commands: KeyValuePairs<String, [String]>, types: [Catalog.SlotType]? = nil) -> PatternMatcher {
    PatternMatcher([makeCatalog(commands, types: types)])
}

/// Returns a matcher of one command, `X`, with one pattern.
func makeMatcher(_ pattern: String, types: [Catalog.SlotType]? = nil) -> PatternMatcher {
    makeMatcher(["X": [pattern]], types: types)
}

/// Returns the values of the best hypothesis as text; nil when there is none.
func values(_ matcher: PatternMatcher, _ text: String) -> [String: String]? {
    matcher.match(text).first.map { $0.parameters.mapValues { "\($0.value)" } }
}
