import SaybusMessages
import SaybusPhrases

/// A reader of interaction models. Parts that cannot be used become problems; a file that is not a model is
/// an error.
struct InteractionModelReader {
    let file: String
    private(set) var problems: [InteractionModelError] = []

    init(file: String) { self.file = file }

    mutating func report(_ code: InteractionModelError.Code, _ node: JSONNode?, _ sentence: String) {
        problems.append(InteractionModelError(code, file: file, line: node?.line, sentence))
    }

    /// Returns a truth value of an object; false when it is missing, or no truth value.
    mutating func flag(_ member: String, in node: JSONNode?, _ what: String) -> Bool {
        guard let value = node?[member] else { return false }
        if value.bool == nil {
            report(.shape, value, "\(member) of \(what) must be true or false, found \(value.kind): it counts as false")
        }
        return value.bool ?? false
    }

    // MARK: The model

    /// Reads the model from a file's value.
    /// - Parameter utterances: The samples of the schema of 2015.
    mutating func model(
        _ root: JSONNode, utterances: UtterancesFile? = nil, valueFiles: [Catalog.SlotType] = []
    ) throws(InteractionModelError) -> InteractionModel {
        let outer = root["interactionModel"] ?? root
        let inner = outer["languageModel"] ?? outer
        guard let intentNodes = inner["intents"]?.array else {
            throw InteractionModelError(
                .noModel, file: file, line: inner.line,
                "there is no list \"intents\" here: an interaction model has one in interactionModel.languageModel")
        }
        reportUnknownMembers(root)
        if root["interactionModel"] != nil { reportUnknownMembers(outer) }
        if outer["languageModel"] != nil { reportUnknownMembers(inner) }
        var types = readTypes(inner, valueFiles)
        let intents = readIntents(intentNodes, utterances, &types)
        return InteractionModel(
            invocationName: inner["invocationName"]?.string, language: Self.language(of: file),
            fallbackSensitivity: inner["modelConfiguration"]?["fallbackIntentSensitivity"]?["level"]?.string,
            intents: intents, types: types, dialog: outer["dialog"].map { dialog($0) },
            prompts: prompts(outer["prompts"]), problems: problems)
    }

    private mutating func readTypes(_ model: JSONNode, _ valueFiles: [Catalog.SlotType]) -> [Catalog.SlotType] {
        var types: [Catalog.SlotType] = []
        for node in model["types"]?.array ?? [] {
            guard let type = type(node) else { continue }
            if let index = types.firstIndex(where: { $0.name == type.name }) {
                report(.shape, node, "the type \(type.name) comes twice: its values are put together")
                types[index].values += type.values.filter { !types[index].values.contains($0) }
            } else {
                types.append(type)
            }
        }
        for type in valueFiles where !types.contains(where: { $0.name == type.name }) { types.append(type) }
        return types
    }

    /// Reads the intents with their samples.
    /// - Parameters:
    ///   - nodes: The intents in the file.
    ///   - utterances: Further samples.
    ///   - types: The slot types. A type that only a slot names is added.
    private mutating func readIntents(
        _ nodes: [JSONNode], _ utterances: UtterancesFile?, _ types: inout [Catalog.SlotType]
    ) -> [InteractionModel.Intent] {
        var intents: [InteractionModel.Intent] = []
        for node in nodes {
            guard var intent = intent(node, types: &types) else { continue }
            for sample in utterances?.samples[intent.name] ?? [] {
                add(
                    sample.text, to: &intent,
                    InteractionModelError(.pattern, file: utterances?.file ?? file, line: sample.line, ""))
            }
            if intent.patterns.isEmpty, intent.name != "AMAZON.FallbackIntent" {
                report(.unused, node, "nothing can be said for the intent \(intent.name): it has no samples")
            }
            if let index = intents.firstIndex(where: { $0.name == intent.name }) {
                report(.shape, node, "the intent \(intent.name) comes twice: its samples are put together")
                intents[index].patterns += intent.patterns
                intents[index].slots += intent.slots.filter { !intents[index].slots.contains($0) }
            } else {
                intents.append(intent)
            }
        }
        for (name, samples) in (utterances?.samples ?? [:]).sorted(by: { $0.key < $1.key })
        where !intents.contains(where: { $0.name == name }) {
            problems.append(
                InteractionModelError(
                    .unused, file: utterances?.file ?? file, line: samples[0].line,
                    "no intent is called \(name): its \(samples.count) samples are left out"))
        }
        return intents
    }

    /// Reports members that are not part of an interaction model.
    private mutating func reportUnknownMembers(_ node: JSONNode) {
        let known: Set<String> = [
            "interactionModel", "languageModel", "dialog", "prompts", "version", "description", "invocationName",
            "intents", "types", "modelConfiguration",
        ]
        for (name, member) in (node.object ?? [:]).sorted(by: { $0.key < $1.key }) where !known.contains(name) {
            report(.unused, member, "\"\(name)\" is no part of an interaction model: it is left out")
        }
    }

    /// Returns the language in a file's name: `de-DE` for `models/de-DE.json` and for `pizza-de-DE.json`.
    private static func language(of file: String) -> String {
        let name = file.split(separator: "/").last ?? ""
        if let own = name.prefixMatch(of: /([A-Za-z]{2})(?:[-_]([A-Za-z]{2}|[0-9]{3}))?(?:\.|$)/) {
            return ([own.1.lowercased()] + [own.2].compactMap { $0?.uppercased() }).joined(separator: "-")
        }
        // Behind other words only a language with its region is one: "pizza-to-go" is in no language "to".
        let last = name.firstMatch(of: /[-_.]([a-z]{2})[-_]([A-Z]{2})\.[^.]*$/)
        return last.map { "\($0.1)-\($0.2)" } ?? "en-US"
    }

    // MARK: Intents

    private mutating func intent(_ node: JSONNode, types: inout [Catalog.SlotType]) -> InteractionModel.Intent? {
        // The schema of 2015 has the name under "intent".
        guard let name = (node["name"] ?? node["intent"])?.string, !name.isEmpty else {
            report(.shape, node, "an intent has no name: it is left out")
            return nil
        }
        var intent = InteractionModel.Intent(name: name, slots: [], patterns: [])
        for slot in node["slots"]?.array ?? [] {
            guard let read = self.slot(slot, of: name, types: &types) else { continue }
            if intent.slots.contains(where: { $0.name == read.name }) {
                report(.shape, slot, "the slot \(read.name) of \(name) comes twice: the second one is left out")
            } else {
                intent.slots.append(read)
            }
        }
        if let samples = node["samples"], samples.array == nil {
            report(.shape, samples, "the samples of \(name) must be a list of texts, found \(samples.kind)")
        }
        intent.patterns = InteractionModel.builtInPatterns(of: name, language: Self.language(of: file))
        for sample in node["samples"]?.array ?? [] {
            guard let text = sample.string else {
                report(.shape, sample, "a sample of \(name) must be a text, found \(sample.kind)")
                continue
            }
            add(text, to: &intent, InteractionModelError(.pattern, file: file, line: sample.line, ""))
        }
        return intent
    }

    private mutating func slot(
        _ node: JSONNode, of intent: String, types: inout [Catalog.SlotType]
    ) -> InteractionModel.Slot? {
        guard let name = node["name"]?.string, let written = node["type"]?.string, !name.isEmpty, !written.isEmpty
        else {
            report(.shape, node, "a slot of \(intent) lacks a name or a type: it is left out")
            return nil
        }
        let isFormer = Self.formerTypes.contains(written) && !types.contains { $0.name == written }
        let type = isFormer ? "AMAZON.\(written)" : written
        if !type.hasPrefix("AMAZON."), !types.contains(where: { $0.name == type }) {
            report(
                .shape, node,
                "the type \(type) of \(intent)'s slot \(name) is not in the model: any words are taken for it")
            types.append(Catalog.SlotType(name: type, values: [], isOpen: true))
        }
        let takesSeveral = flag("enabled", in: node["multipleValues"], "multipleValues of \(intent)'s slot \(name)")
        return InteractionModel.Slot(
            name: name, type: type, samples: (node["samples"]?.array ?? []).compactMap(\.string),
            takesSeveral: takesSeveral)
    }

    /// The built-in types that had no prefix in the first schemas of 2015.
    private static let formerTypes: Set<String> = ["DATE", "DURATION", "LITERAL", "NUMBER", "TIME"]

    /// Adds a sample as a pattern, if it is a valid one.
    private mutating func add(
        _ sample: String, to intent: inout InteractionModel.Intent, _ place: InteractionModelError
    ) {
        func report(_ sentence: String) {
            problems.append(
                InteractionModelError(
                    .pattern, file: place.file, line: place.line, "\(intent.name): \"\(sample)\": \(sentence)"))
        }
        let pattern = Self.pattern(of: sample)
        guard !intent.patterns.contains(pattern) else { return }
        do throws(PhraseError) {
            let template = try PhraseTemplate(pattern)
            if let unknown = template.parameters.first(where: { slot in !intent.slots.contains { $0.name == slot.name }
            }) {
                report("the intent has no slot \(unknown.name): declare it, or the sample is left out")
            } else {
                let spellings = Self.spellings(of: sample).map { Self.pattern(of: $0) }
                intent.patterns += [pattern] + spellings.filter { !intent.patterns.contains($0) }
            }
        } catch {
            report("\(error)")
        }
    }

    /// Returns the other ways in which recognizers write a sample.
    static func spellings(of sample: String) -> [String] {
        Initialism.spellings(of: sample) + [UnspacedSample.text(of: sample)].compactMap(\.self)
    }

    /// Returns a sample as a pattern. Only braces have a meaning in samples.
    static func pattern(of sample: String) -> String {
        var pattern = ""
        var isSlot = false
        for character in sample {
            if character == "{" { isSlot = true }
            if !isSlot, "()[]<>|;@\\".contains(character) { pattern += "\\" }
            pattern.append(character)
            if character == "}" { isSlot = false }
        }
        return pattern
    }

    // MARK: Types

    private mutating func type(_ node: JSONNode) -> Catalog.SlotType? {
        guard let name = node["name"]?.string, !name.isEmpty else {
            report(.shape, node, "a type has no name: it is left out")
            return nil
        }
        let supplier = node["valueSupplier"]
        if let supplier, supplier["valueCatalog"] != nil {
            report(
                .unused, supplier,
                "the values of the type \(name) are in a catalog of Amazon's: any words are taken for it")
        }
        let values = (node["values"] ?? supplier?["values"])?.array ?? []
        return Catalog.SlotType(name: name, values: values.compactMap { value($0, of: name) }, isOpen: true)
    }

    private mutating func value(_ node: JSONNode, of type: String) -> Catalog.SlotType.Value? {
        // Values are plain texts in the schema before 2018.
        let name = node["name"]
        guard let text = node.text ?? name?["value"]?.text ?? name?.text ?? node["value"]?.text else {
            report(.shape, node, "a value of the type \(type) has no name: it is left out")
            return nil
        }
        guard !Words.tokenize(text, limit: 1).isEmpty else {
            report(
                .pattern, node, "the value \"\(text)\" of the type \(type) has no word that can be said: it is left out"
            )
            return nil
        }
        let own = ((name?["synonyms"] ?? node["synonyms"])?.array ?? []).compactMap(\.text).filter { !$0.isEmpty }
        let id = node["id"]?.text.flatMap { $0.isEmpty ? nil : $0 }
        return Catalog.SlotType.Value(value: text, synonyms: Initialism.synonyms(of: text, own), id: id)
    }
}
