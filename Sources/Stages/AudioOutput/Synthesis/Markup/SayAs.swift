import SaybusPhrases

/// Expansion of numbers, letters and units for SSML's `say-as`.
enum SayAs {
    private static let units = [
        "mm": "millimeter", "cm": "centimeter", "m": "meter", "km": "kilometer", "in": "inch", "ft": "foot",
        "mi": "mile",
        "mg": "milligram", "g": "gram", "kg": "kilogram", "oz": "ounce", "lb": "pound", "lbs": "pound",
        "ml": "milliliter",
        "l": "liter", "ms": "millisecond", "s": "second", "sec": "second", "min": "minute", "h": "hour", "hr": "hour",
        "w": "watt", "kw": "kilowatt", "v": "volt", "hz": "hertz", "khz": "kilohertz", "mph": "mile per hour",
        "km/h": "kilometer per hour", "%": "percent", "°c": "degree Celsius", "°f": "degree Fahrenheit",
        "kb": "kilobyte",
        "mb": "megabyte", "gb": "gigabyte",
    ]

    /// Writes a text according to `kind`; a text of an unknown kind is written unchanged.
    /// - Parameters:
    ///   - text: The text.
    ///   - kind: The value of `interpret-as`.
    ///   - tag: The language of the voice; nil for the one in use.
    ///   - writer: The writer.
    static func write(_ text: String, as kind: String?, in tag: String?, to writer: inout SSMLWriter) {
        switch kind {
        case "characters", "spell-out": writer.words(text, in: "say-as", " interpret-as=\"characters\"")
        case "digits": writer.words(text, in: "say-as", " interpret-as=\"tts:digits\"")
        case "telephone": writer.words(text, in: "say-as", " interpret-as=\"telephone\"")
        case "cardinal", "number": writer.words(cardinal(text))
        case "ordinal": writer.words(ordinal(text, in: tag))
        case "unit": writer.words(unit(text, in: tag))
        default: writer.words(text)
        }
    }

    /// Returns a number without the commas between its thousands: `1,500` becomes `1500`. That of `2,5` is a decimal
    /// comma.
    static func cardinal(_ text: String) -> String { text.replacing(/,(?=[0-9]{3}(?![0-9]))/, with: "") }

    /// Returns an ordinal: `21` becomes `21st`, and `3` in another language the word of the language file, such as
    /// `dritte`, or the number where there is none.
    static func ordinal(_ text: String, in tag: String? = nil, language: Language = .inUse) -> String {
        let trimmed = text.filter { !$0.isWhitespace && $0 != "," }
        guard let number = Int(trimmed), number >= 0 else { return text }
        guard isEnglish(tag, language) else {
            let isInUse = tag.map(language.isFor) ?? true
            return isInUse ? language.numbers.ordinal(number) ?? trimmed : trimmed
        }
        let suffix =
            (11...13).contains(number % 100) ? "th" : [1: "st", 2: "nd", 3: "rd"][number % 10] ?? "th"
        return "\(number)\(suffix)"
    }

    private static func isEnglish(_ tag: String?, _ language: Language) -> Bool {
        Language.code(of: tag ?? language.numbers.language) == "en"
    }

    /// Returns a spoken unit: `5 km` becomes `5 kilometers`. Another language than English keeps its unit.
    static func unit(_ text: String, in tag: String? = nil, language: Language = .inUse) -> String {
        guard isEnglish(tag, language) else { return text }
        let text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let number = text.prefix { $0.isNumber || $0 == "." || $0 == "," || $0 == "-" }
        let rest = text.dropFirst(number.count).drop { $0 == " " }
        guard let name = units[rest.lowercased()] else { return text }
        guard !number.isEmpty else { return name }
        return "\(number) \(number == "1" ? name : plural(name))"
    }

    private static func plural(_ name: String) -> String {
        if ["percent", "hertz", "kilohertz"].contains(name) { return name }
        // Only the first word of "mile per hour" or "degree Celsius" takes the plural.
        let words = name.split(separator: " ", maxSplits: 1)
        let first = ["inch": "inches", "foot": "feet"][name] ?? words[0] + "s"
        return words.count == 1 ? first : "\(first) \(words[1])"
    }
}
