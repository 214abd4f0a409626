/// The engine's voices, and which one a name means.
struct EspeakVoices: Sendable {
    /// Each voice once.
    let voices: [Voice]
    private let identifiers: [String: String]
    private let variants: [String: String]

    /// `priorities[i]` are those of `voices[i].languages`, lower is better; `variants` are names and the files they stand for.
    init(_ voices: [Voice], priorities: [[Int]], variants: [(name: String, file: String)]) {
        self.voices = voices
        var found: [String: (identifier: String, priority: Int)] = [:]
        for (voice, priorities) in zip(voices, priorities) {
            var names = [(voice.name, -1), (voice.identifier, -2)]
            names += zip(voice.languages, priorities)
            if let file = voice.identifier.split(separator: "/").last { names.append((String(file), 100)) }
            for (name, priority) in names where priority < found[Self.folded(name)]?.priority ?? .max {
                found[Self.folded(name)] = (voice.identifier, priority)
            }
        }
        identifiers = found.mapValues(\.identifier)
        self.variants = variants.reduce(into: [:]) { result, variant in
            result[Self.folded(variant.name)] = variant.file
            result[Self.folded(variant.file)] = variant.file
        }
    }

    /// The identifier that the engine takes for a voice's name, identifier or language, with or without `+variant`; nil when there is none.
    ///
    /// Letter case does not matter, and `en_GB` is `en-gb`. A language with a region that no voice has is tried without it.
    func identifier(for name: String) -> String? {
        let pieces = name.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false).map { Self.folded($0) }
        guard let base = pieces.first, let voice = identifiers[base] ?? language(base) else { return nil }
        guard pieces.count == 2 else { return voice }
        return variants[pieces[1]].map { voice + "+" + $0 }
    }

    private func language(_ name: String) -> String? {
        let tags = name.split(separator: "-")
        guard tags.count == 2, (2...3).contains(tags[0].count), tags[1].count == 2 else { return nil }
        return identifiers[String(tags[0])]
    }

    private static func folded(_ name: some StringProtocol) -> String {
        name.lowercased().split(separator: "_", omittingEmptySubsequences: false).joined(separator: "-")
    }
}
