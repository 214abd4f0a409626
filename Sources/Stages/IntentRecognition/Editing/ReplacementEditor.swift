import Foundation
import SaybusPhrases
import SaybusStage
import SaybusSupport

/// An editor with a list of replacements: words that a recognizer often hears, and those that were said.
///
/// In a file, each line is a replacement, `whether => weather`. The words on the left match whole words, whatever their
/// case and punctuation. Between slashes stands a regular expression, whose groups the right side may use:
/// `/(\d+) o clock/ => $1 o'clock`. Lines that begin with `#` are comments. The lines apply one after the other.
public struct ReplacementEditor: TranscriptEditor {
    /// Maximum number of replacements.
    static let maximumCount = 1000
    /// Maximum bytes of a file.
    static let maximumSize = 64 << 10
    /// Maximum characters of an edited text. A replacement that would make it longer is left out.
    static let maximumLength = 4096

    private struct Replacement: Sendable {
        let expression: NSRegularExpression
        let template: String
    }

    private let replacements: [Replacement]

    /// Reads a list from a file.
    /// - Throws: `StageFailure` with code `no-input` when it cannot be read, `configuration` when a line is no
    ///   replacement.
    public init(contentsOf path: String) throws(StageFailure) {
        let bytes: [UInt8]
        do throws(FileReadError) {
            bytes = try RegularFile(path, atMost: Self.maximumSize).bytes
        } catch {
            throw StageFailure(error.code == .tooLarge ? .configuration : .noInput, "\(path): the file \(error)")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw StageFailure(.configuration, "\(path): the file is no text in UTF-8")
        }
        do throws(ReplacementError) { try self.init(text) } catch {
            throw StageFailure(.configuration, "\(path): line \(error.line): \(error.reason)")
        }
    }

    /// Reads a list from a text.
    init(_ text: String) throws(ReplacementError) {
        var replacements: [Replacement] = []
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let line = line.trimmingCharacters(in: .whitespaces)
            guard !line.isEmpty, !line.hasPrefix("#") else { continue }
            guard let arrow = line.range(of: " => ") ?? line.range(of: " =>", options: [.anchored, .backwards]) else {
                throw ReplacementError(index + 1, "a replacement is written HEARD => MEANT")
            }
            guard replacements.count < Self.maximumCount else {
                throw ReplacementError(index + 1, "there are more than \(Self.maximumCount) replacements")
            }
            let heard = line[..<arrow.lowerBound].trimmingCharacters(in: .whitespaces)
            let meant = line[arrow.upperBound...].trimmingCharacters(in: .whitespaces)
            replacements.append(try Self.replacement(heard, meant, index + 1))
        }
        self.replacements = replacements
    }

    private static func replacement(_ heard: String, _ meant: String, _ line: Int) throws(ReplacementError)
        -> Replacement
    {
        let isExpression = heard.count > 2 && heard.hasPrefix("/") && heard.hasSuffix("/")
        let words = Words.normalize(heard)
        guard isExpression || !words.isEmpty else { throw ReplacementError(line, "nothing stands before =>") }
        let pattern =
            isExpression
            ? String(heard.dropFirst().dropLast())
            // Between words there may be punctuation that the recognizer has written.
            : "(?<![\\p{L}\\p{N}])"
                + words.map(NSRegularExpression.escapedPattern).joined(separator: "[^\\p{L}\\p{N}]+")
                + "(?![\\p{L}\\p{N}])"
        guard let expression = try? NSRegularExpression(pattern: pattern, options: .caseInsensitive) else {
            throw ReplacementError(line, "\(heard) is no regular expression")
        }
        return Replacement(
            expression: expression,
            template: isExpression ? meant : NSRegularExpression.escapedTemplate(for: meant))
    }

    /// Returns the text after all replacements.
    public func edit(_ text: String) -> String {
        var text = text
        for replacement in replacements {
            let range = NSRange(text.startIndex..., in: text)
            let edited = replacement.expression.stringByReplacingMatches(
                in: text, range: range, withTemplate: replacement.template)
            if edited.count <= Self.maximumLength { text = edited }
        }
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

/// An error in a list of replacements.
struct ReplacementError: Error, Sendable, Equatable {
    /// The number of the line, from 1.
    let line: Int
    /// The error as a sentence.
    let reason: String

    init(_ line: Int, _ reason: String) { (self.line, self.reason) = (line, reason) }
}
