/// The engine's voices, with a lookup by name.
struct EspeakVoices: Sendable {
    /// The distinct voices.
    let voices: [Voice]
    private let identifiers: [String: String]
    private let variants: [String: String]

    /// Creates a list of voices.
    /// - Parameters:
    ///   - voices: The voices.
    ///   - priorities: For each voice, the priorities of its languages; lower is better.
    ///   - variants: The names of variants with their files.
    init(_ voices: [Voice], priorities: [[Int]], variants: [(name: String, file: String)]) {
        self.voices = voices
        var found: [String: (identifier: String, priority: Int)] = [:]
        for (voice, priorities) in zip(voices, priorities) {
            var names = [(voice.name, -1), (voice.identifier, -2)]
            names += zip(voice.languages, priorities)
            if let file = voice.identifier.split(separator: "/").last { names.append((String(file), 100)) }
            for (name, priority) in names where priority < found[Voice.folded(name)]?.priority ?? .max {
                found[Voice.folded(name)] = (voice.identifier, priority)
            }
        }
        identifiers = found.mapValues(\.identifier)
        self.variants = variants.reduce(into: [:]) { result, variant in
            result[Voice.folded(variant.name)] = variant.file
            result[Voice.folded(variant.file)] = variant.file
        }
    }

    /// Returns the engine's identifier for a voice's name, identifier or language, with or without `+variant`;
    /// nil when there is none.
    ///
    /// Letter case does not matter, and `en_GB` equals `en-gb`. If no voice has a language's script or region, the
    /// language alone is used.
    func identifier(for name: String) -> String? {
        let pieces = name.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false).map { Voice.folded($0) }
        guard let base = pieces.first, let voice = identifiers[base] ?? language(base) else { return nil }
        guard pieces.count == 2 else { return voice }
        return variants[pieces[1]].map { voice + "+" + $0 }
    }

    private func language(_ name: String) -> String? {
        guard LanguageTag.isTag(name) else { return nil }
        let parts = name.split(separator: "-")
        let withoutScript = parts.filter { $0.count != 4 }.joined(separator: "-")
        return identifiers[withoutScript] ?? parts.first.flatMap { identifiers[String($0)] }
    }
}
