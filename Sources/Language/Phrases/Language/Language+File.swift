import Foundation
import SaybusSupport

extension Language {
    /// The environment variable that holds the path of a language file.
    public static let variable = "SAYBUS_LANGUAGE"
    /// The largest language file that is read, in bytes.
    static let maximumBytes = 4 << 20

    /// The language of the file that ``variable`` names, or the error of that file; English when no file is named. It
    /// is read once per process.
    public static let chosen: Result<Language, LanguageError> = {
        guard let file = ProcessInfo.processInfo.environment[variable], !file.isEmpty else { return .success(.english) }
        return Result { () throws(LanguageError) in try Language(contentsOf: file) }
    }()

    /// Checks that the file that ``variable`` names, if any, can be used.
    ///
    /// A program that continued in English instead would give wrong results.
    /// - Throws: ``LanguageError``, as a `ConfigurationError`: the program ends with exit code 78.
    public static func checkChosen() throws(LanguageError) {
        if case .failure(let error) = chosen { throw LanguageError(error.code, "\(variable): \(error)") }
    }

    /// The language of this process; English when its file cannot be read. Programs refuse to start with such a file.
    public static let inUse: Language = (try? chosen.get()) ?? .english

    /// Reads a language from a JSON file with the names of this type's properties, as ``text`` writes it.
    public init(contentsOf file: String) throws(LanguageError) {
        let data: Data
        do throws(FileReadError) {
            data = Data(try RegularFile(file, atMost: Self.maximumBytes).bytes)
        } catch {
            throw LanguageError(.unreadable, "\(file): it \(error)")
        }
        do {
            self = try JSONDecoder().decode(Language.self, from: data).withPlainWords.withKeys
        } catch DecodingError.keyNotFound(let key, let context) {
            let place = (context.codingPath + [key]).map(\.stringValue).joined(separator: ".")
            throw LanguageError(.incomplete, "\(file): it lacks \(place); begin with what saybus language writes")
        } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context) {
            let place = context.codingPath.map(\.stringValue).joined(separator: ".")
            throw LanguageError(.incomplete, "\(file): \(place) is not as in what saybus language writes")
        } catch {
            let isText = String(data: data, encoding: .utf8) != nil
            throw LanguageError(.syntax, "\(file): it is no \(isText ? "JSON" : "text in UTF-8: save it so")")
        }
        guard !numbers.units.isEmpty else {
            throw LanguageError(.incomplete, "\(file): numbers.units has no words: no number could be said")
        }
        if let problem = numbers.problem { throw LanguageError(.incomplete, "\(file): numbers.\(problem)") }
        if let problem = times.problem { throw LanguageError(.incomplete, "\(file): times.\(problem)") }
        if let problem = patternProblem { throw LanguageError(.syntax, "\(file): \(problem)") }
        if let problem = schedule?.problem { throw LanguageError(.incomplete, "\(file): schedule.\(problem)") }
        if let problem = sentences.flatMap(BuiltInSentence.problem(in:)) {
            throw LanguageError(.incomplete, "\(file): sentences: \(problem)")
        }
        if let problem = exampleProblem { throw LanguageError(.incomplete, "\(file): examples: \(problem)") }
    }

    /// The language as JSON text, a starting point for the file of another language.
    public var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let value = (try? encoder.encode(self)).flatMap { try? JSONSerialization.jsonObject(with: $0) }
        let sorted = value.map(Self.sorted) ?? [:]
        let data = try? JSONSerialization.data(withJSONObject: sorted, options: [.prettyPrinted, .sortedKeys])
        return String(decoding: data ?? Data(), as: UTF8.self)
    }

    /// Sorts the words of sets, so that two files can be compared.
    private static func sorted(_ value: Any) -> Any {
        if let words = value as? [String] { return words.sorted() }
        guard let object = value as? [String: Any] else { return value }
        return object.mapValues(sorted)
    }
}
