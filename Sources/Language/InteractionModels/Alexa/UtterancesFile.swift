import Foundation
import SaybusMessages
import SaybusPhrases

/// The samples of a schema of 2015: a file with lines such as `OrderIntent order a {drink}`.
struct UtterancesFile {
    let file: String
    /// The samples with their lines, by the name of the intent.
    private(set) var samples: [String: [(text: String, line: Int)]] = [:]

    init(contentsOf file: String) throws(InteractionModelError) {
        self.file = file
        let text = try InteractionModelFiles.text(file)
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let parts = line.split(maxSplits: 1, whereSeparator: \.isWhitespace)
            guard parts.count == 2, !parts[0].hasPrefix("#"), !parts[0].hasPrefix("//") else { continue }
            samples[String(parts[0]), default: []].append((String(parts[1]), index + 1))
        }
    }

    /// Returns the path of the samples beside a schema; nil when there are none.
    static func beside(_ schema: String) -> String? {
        let folder = URL(fileURLWithPath: schema).deletingLastPathComponent().path
        return InteractionModelFiles.names(in: folder, extension: "txt").first { $0.lowercased().contains("utterance") }
            .map { folder + "/" + $0 }
    }

    /// Reads the types whose values are in files beside a schema, in a folder such as `customSlotTypes`, one
    /// value per line.
    static func types(beside schema: String) throws(InteractionModelError) -> [Catalog.SlotType] {
        let base = URL(fileURLWithPath: schema).deletingLastPathComponent().path
        let folders = ((try? FileManager.default.contentsOfDirectory(atPath: base)) ?? []).filter {
            let name = $0.lowercased()
            return name.contains("slot") && name.contains("type") && !name.contains(".")
        }.sorted()
        var types: [Catalog.SlotType] = []
        for folder in folders {
            let path = base + "/" + folder
            for name in ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
            where !name.hasPrefix(".") {
                let values = try InteractionModelFiles.text(path + "/" + name).split(whereSeparator: \.isNewline)
                    .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !Words.tokenize($0, limit: 1).isEmpty }
                types.append(
                    Catalog.SlotType(
                        name: name.hasSuffix(".txt") ? String(name.dropLast(4)) : name,
                        values: values.map { Catalog.SlotType.Value(value: $0) }, isOpen: true))
            }
        }
        return types
    }
}

extension InteractionModel {
    /// Reads a model file.
    /// - Parameters:
    ///   - file: The path of a JSON file such as `en-US.json`, or of an intent schema of 2015 to 2017.
    ///   - utterances: The path of the samples of such a schema; nil means the text file beside it whose name
    ///     contains "utterance".
    /// - Throws: ``InteractionModelError`` for a file that cannot be used at all. Parts that cannot be used are in
    ///   ``problems``.
    public init(contentsOf file: String, utterances: String? = nil) throws(InteractionModelError) {
        let root = try JSONFileReader.read(try InteractionModelFiles.text(file), file: file)
        var reader = InteractionModelReader(file: file)
        // Only the schema of 2015 has the key "intent", and has its samples in another file.
        let isFirstSchema = root["intents"]?.array?.contains { $0["intent"] != nil } ?? false
        guard isFirstSchema || utterances != nil else {
            self = try reader.model(root)
            return
        }
        let samples = utterances ?? UtterancesFile.beside(file)
        if samples == nil {
            reader.report(
                .unused, root,
                "the intents have no samples: put a file whose name ends in \"Utterances.txt\" beside the schema")
        }
        let types = try UtterancesFile.types(beside: file)
        guard let samples else {
            self = try reader.model(root, valueFiles: types)
            return
        }
        self = try reader.model(root, utterances: try UtterancesFile(contentsOf: samples), valueFiles: types)
    }
}
