import Foundation
import SaybusMessages
import SaybusSupport

/// Rhasspy's `sentences.ini` as the catalog of Hermes apps.
public enum SentencesFile {
    /// The largest file, in bytes.
    static let maximumSize = 1 << 20

    /// Reads a file. Lists (`$name`, `$folder/name`) are read from the folder `slots` beside it, one value a line.
    /// - Throws: ``MQTTError`` with code `bad-file`, with the line of the error.
    public static func catalog(at path: String) throws(MQTTError) -> Catalog {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().appending(path: "slots")
        return try catalog(of: try text(at: path), name: path) { name in
            // A name that leads out of the folder is no list.
            guard !name.split(separator: "/").contains(where: { $0.hasPrefix(".") }) else { return nil }
            return (try? text(at: folder.appending(path: name).path(percentEncoded: false)))?
                .split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
                .filter { !$0.isEmpty && !$0.hasPrefix("#") }
        }
    }

    private static func text(at path: String) throws(MQTTError) -> String {
        let bytes: [UInt8]
        do throws(FileReadError) {
            bytes = try RegularFile(path, atMost: maximumSize, orPipe: true).bytes
        } catch {
            throw MQTTError(.badFile, "the file \(path) \(error)")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw MQTTError(.badFile, "the file \(path) is no text in UTF-8")
        }
        return text
    }

    /// Returns the name and the words of a rule, `name = words`; nil for a sentence.
    private static func definition(_ line: String) -> (name: String, words: String)? {
        let parts = line.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
        guard parts.count == 2, !parts[0].isEmpty,
            parts[0].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") })
        else { return nil }
        return (parts[0], parts[1])
    }

    /// Reads the text of a file.
    /// - Parameters:
    ///   - name: The file's name, for errors.
    ///   - list: Returns the lines of a list of values; nil when there is none.
    static func catalog(
        of text: String, name: String, list: @escaping (String) -> [String]?
    ) throws(MQTTError) -> Catalog {
        var sections: [(intent: String, sentences: [(line: Int, node: SentenceNode)])] = []
        var rules: [String: SentenceNode] = [:]
        for (index, raw) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let line = raw.trimmingCharacters(in: .whitespaces)
            guard !line.isEmpty, !line.hasPrefix("#"), !line.hasPrefix(";") else { continue }
            func located<Value>(_ body: () throws(MQTTError) -> Value) throws(MQTTError) -> Value {
                do throws(MQTTError) { return try body() } catch {
                    throw MQTTError(.badFile, "\(name), line \(index + 1): \(error.reason)")
                }
            }
            if line.hasPrefix("["), line.hasSuffix("]"),
                !line.dropFirst().dropLast().contains(where: { "[] |".contains($0) })
            {
                sections.append((String(line.dropFirst().dropLast()), []))
                continue
            }
            guard let intent = sections.last?.intent else {
                throw MQTTError(.badFile, "\(name), line \(index + 1): a sentence needs an [Intent] above it")
            }
            // A backslash lets a sentence begin with an optional part.
            let sentence = line.hasPrefix("\\[") ? String(line.dropFirst()) : line
            if let (rule, words) = definition(sentence) {
                let node = try located { () throws(MQTTError) in try SentenceReader.read(words) }
                rules["\(intent).\(rule)"] = node.withRules(of: intent)
            } else {
                let node = try located { () throws(MQTTError) in try SentenceReader.read(sentence) }
                sections[sections.count - 1].sentences.append((index + 1, node))
            }
        }
        var commands: [Catalog.Command] = []
        var types: [Catalog.SlotType] = []
        for (intent, sentences) in sections where !sentences.isEmpty {
            var writer = PatternWriter(intent: intent, rules: rules, list: list)
            var patterns: [String] = []
            for (line, node) in sentences {
                do throws(MQTTError) { patterns.append(try writer.pattern(of: node)) } catch {
                    throw MQTTError(.badFile, "\(name), line \(line): \(error.reason)")
                }
            }
            commands.append(Catalog.Command(type: intent, patterns: patterns))
            types += writer.types
        }
        guard !commands.isEmpty else { throw MQTTError(.badFile, "\(name) has no [Intent] with a sentence") }
        return Catalog(app: HermesConfiguration.app, commands: commands, slotTypes: types.isEmpty ? nil : types)
    }
}
