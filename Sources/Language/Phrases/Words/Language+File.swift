import Foundation

extension Language {
    /// The name of the environment's variable that names the file of a language.
    public static let variable = "SAYBUS_LANGUAGE"
    /// The largest file that is read.
    static let maximumBytes = 4 << 20

    /// The language that this process was started with: that of the file which ``variable`` names, else English. Read once.
    public static let chosen: Result<Language, LanguageError> = {
        guard let file = ProcessInfo.processInfo.environment[variable], !file.isEmpty else { return .success(.english) }
        return Result { () throws(LanguageError) in try Language(contentsOf: file) }
    }()

    /// Checks that the file that ``variable`` names, if any, can be used.
    ///
    /// A program that went on in English instead would give wrong results.
    /// - Throws: ``LanguageError``, as a `ConfigurationError`: the program ends with exit code 78.
    public static func checkChosen() throws(LanguageError) {
        if case .failure(let error) = chosen { throw LanguageError(error.code, "\(variable): \(error)") }
    }

    /// The language of this process; English when its file cannot be read, which programs refuse when they start.
    public static let inUse: Language = (try? chosen.get()) ?? .english

    /// Reads a language: JSON with the names of this type's properties, as ``text`` writes it.
    public init(contentsOf file: String) throws(LanguageError) {
        guard let handle = FileHandle(forReadingAtPath: file) else {
            throw LanguageError(.unreadable, "\(file): there is no such file, or it cannot be read")
        }
        defer { try? handle.close() }
        guard let data = try? handle.read(upToCount: Self.maximumBytes + 1) else {
            throw LanguageError(.unreadable, "\(file): it cannot be read")
        }
        guard data.count <= Self.maximumBytes else {
            throw LanguageError(
                .unreadable, "\(file): it has more than \(Self.maximumBytes >> 20) MiB, and is no language")
        }
        do {
            self = try JSONDecoder().decode(Language.self, from: data)
        } catch DecodingError.keyNotFound(let key, let context) {
            let place = (context.codingPath + [key]).map(\.stringValue).joined(separator: ".")
            throw LanguageError(.incomplete, "\(file): it lacks \(place); begin with what saybus language writes")
        } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context) {
            let place = context.codingPath.map(\.stringValue).joined(separator: ".")
            throw LanguageError(.incomplete, "\(file): \(place) is not as in what saybus language writes")
        } catch {
            throw LanguageError(.syntax, "\(file): it is no JSON")
        }
        guard !numbers.units.isEmpty else {
            throw LanguageError(.incomplete, "\(file): numbers.units has no words: no number could be said")
        }
    }

    /// The language as a file, to make another of it.
    public var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let value = (try? encoder.encode(self)).flatMap { try? JSONSerialization.jsonObject(with: $0) }
        let sorted = value.map(Self.sorted) ?? [:]
        let data = try? JSONSerialization.data(withJSONObject: sorted, options: [.prettyPrinted, .sortedKeys])
        return String(decoding: data ?? Data(), as: UTF8.self)
    }

    /// Sets have no order: their words are sorted, so that two files can be compared.
    private static func sorted(_ value: Any) -> Any {
        if let words = value as? [String] { return words.sorted() }
        guard let object = value as? [String: Any] else { return value }
        return object.mapValues(sorted)
    }
}
