import SaybusInteractionModels
import SaybusMessages
import SaybusPatternMatching

/// The sentences of a language of Home Assistant: their number, and how many are found again among all others.
struct LanguageFigures: Encodable, Sendable {
    /// The code of the language.
    let language: String
    /// The number of intents that have sentences.
    private(set) var intents = 0
    /// The number of sentence templates.
    private(set) var templates = 0
    /// The number of templates of responses.
    private(set) var responses = 0
    /// The number of sentences that were made, one of each template.
    private(set) var sentences = 0
    /// The number of these sentences that the matcher takes for their intent first.
    private(set) var understood = 0
    /// The time to read the language and make its matcher.
    private(set) var milliseconds = 0
    /// The parts that could not be used.
    private(set) var problems: [String] = []

    private static let (area, floor) = ("Zulu", "Yankee")

    /// Reads a language and counts.
    init(folder: String, language: String) {
        self.language = language
        let clock = ContinuousClock()
        let began = clock.now
        do {
            let model = try HomeAssistantModel(contentsOf: folder, language: language, withResponses: true)
            let homes = model.commands.flatMap { $0.groups ?? [] }.map(Self.context)
            let catalog = model.catalog(entities: Self.entities(homes))
            let matcher = PatternMatcher([catalog])
            milliseconds = Int((clock.now - began) / .milliseconds(1))
            (intents, templates) = (model.commands.count, model.sentenceCount)
            responses = model.responses.values.reduce(0) { $0 + $1.count }
            problems = model.problems.map(\.description) + matcher.problems.map(\.description)
            count(catalog, matcher)
        } catch {
            problems = [error.description]
        }
    }

    /// The percentage of sentences that were understood.
    var found: String { Self.percent(understood, of: sentences) }

    /// Returns a share with one decimal.
    static func percent(_ part: Int, of whole: Int) -> String {
        whole == 0 ? "-" : "\(Double(part * 1000 / whole) / 10) %"
    }

    private mutating func count(_ catalog: Catalog, _ matcher: PatternMatcher) {
        var patterns = catalog.commandPatterns[...]
        for command in catalog.commands {
            for group in command.groups ?? [] {
                let context = Self.context(group)
                // The sentence names an entity that meets the group's conditions.
                let own = Catalog(
                    app: catalog.app, commands: [],
                    slotTypes: (catalog.slotTypes ?? []).filter { $0.name != "name" } + Self.entities([context]))
                var sampler = SentenceSampler(own, seed: 1)
                for text in group.patterns {
                    // A pattern that cannot be read is missing: it is one of the problems.
                    guard patterns.first?.text == text, let pattern = patterns.popFirst(),
                        let sentence = sampler.sentence(of: pattern)
                    else { continue }
                    sentences += 1
                    if matcher.match(sentence, context: context).first?.type == command.type { understood += 1 }
                }
            }
        }
    }

    /// Returns facts that meet the conditions of a group.
    private static func context(_ group: Catalog.PatternGroup) -> [String: String] {
        var context = (group.requires ?? [:]).mapValues { $0.values?.first ?? area }
        if context["domain"] == nil {
            let excluded = group.excludes?["domain"]?.values ?? []
            context["domain"] = ["light", "switch", "script", "other"].first { !excluded.contains($0) }
        }
        return context
    }

    /// Returns the lists of a home with one entity for each of these facts.
    private static func entities(_ homes: [[String: String]]) -> [Catalog.SlotType] {
        let names = Set(homes).map { context in
            Catalog.SlotType.Value(value: name(context), context: context)
        }
        return [
            Catalog.SlotType(name: "name", values: names.sorted { $0.value < $1.value }, isPreferred: true),
            Catalog.SlotType(name: "area", values: [Catalog.SlotType.Value(value: area)]),
            Catalog.SlotType(name: "floor", values: [Catalog.SlotType.Value(value: floor)]),
        ]
    }

    /// Returns a name that is a word of no language.
    private static func name(_ context: [String: String]) -> String {
        "Quux" + context.sorted { $0.key < $1.key }.map { $0.value.filter(\.isLetter) }.joined()
    }
}
