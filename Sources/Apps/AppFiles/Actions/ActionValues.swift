import SaybusConversation
import SaybusMessages
import SaybusPhrases

/// The values that a command's actions use: parameters, answers, and results of programs and servers.
///
/// A parameter has further forms under its name and a full stop: `words` as said, `value` for programs, `id` of the
/// list's value, `confidence` in percent, and `seconds` of a length.
struct ActionValues: Sendable, Equatable, Codable {
    /// The texts by name, as they are spoken, logged and passed to programs.
    private(set) var texts: [String: String] = [:]
    /// The numeric values by name.
    public private(set) var numbers: [String: Double] = [:]
    /// Digits and letters as they are spoken, by name; nil for none. Values that earlier versions stored have none.
    private var spelled: [String: String]?
    /// The secrets, which are never stored.
    var secrets = AppSecrets()

    private enum CodingKeys: String, CodingKey { case texts, numbers, spelled }

    /// Creates the values of a command's parameters, each spoken as it was said or written: no type tells that a number
    /// is a length of time.
    init(_ parameters: [String: Parameter] = [:]) { self.init(parameters, types: [:]) }

    /// Creates the values of a command's parameters.
    /// - Parameters:
    ///   - parameters: The parameters by name.
    ///   - types: The parameters' types by name, which tell lengths, times and days.
    ///   - language: The language in which these are spoken.
    init(_ parameters: [String: Parameter], types: [String: String], language: String = "en-US") {
        for (name, parameter) in parameters {
            let kind = types[name].flatMap { TimeForms.kind(ofType: $0) }
            set(parameter.value, name, kind, language)
            if let type = types[name], TimeForms.isSpelled(type) { spell(name, parameter) }
            // A week or a part of a day has no spoken form of its own: "next week" is said as it was heard.
            if kind != nil, texts[name] == texts[name + ".value"], !parameter.words.isEmpty {
                texts[name] = parameter.words
            }
            if !parameter.words.isEmpty { texts[name + ".words"] = parameter.words }
            texts[name + ".id"] = parameter.resolution?.id
            texts[name + ".confidence"] = parameter.confidence.map {
                // It comes from the bus, and may be any number.
                "\(Int((min(1, max(0, $0)) * 100).rounded()))"
            }
        }
    }

    /// Sets a value of a type. A length, a time of day and a day are spoken in words; the `value` is as it was.
    mutating func set(
        _ value: Parameter.Value, _ name: String, _ kind: TimeParser.Kind?, _ language: String
    ) {
        self[name] = value
        texts[name + ".value"] = texts[name]
        guard case .text(let text) = value, let kind else { return }
        texts[name] = SpokenTime(language: language).text(of: text, kind)
        guard kind == .duration, let seconds = SpokenTime.seconds(of: text) else { return }
        texts[name + ".seconds"] = SpokenNumber.text(seconds)
    }

    /// Has the digits or letters of a value spoken one by one, unless a parameter has other words in its place.
    mutating func spell(_ name: String, _ parameter: Parameter? = nil) {
        guard parameter?.resolution?.status != .unmatched, let text = texts[name].flatMap(TimeForms.spelled) else {
            return
        }
        spelled = (spelled ?? [:]).merging([name: text]) { $1 }
    }

    /// The forms that tell how a parameter was heard.
    static let heardForms = ["words", "id", "confidence"]

    /// Takes the forms that tell how a parameter was heard from other values, since a new value has none.
    mutating func takeHeardForms(of name: String, from other: ActionValues) {
        for form in Self.heardForms { texts["\(name).\(form)"] = other.texts["\(name).\(form)"] }
    }

    /// The value of a name; nil without one.
    subscript(name: String) -> Parameter.Value? {
        get { numbers[name].map { .number($0) } ?? texts[name].map { .text($0) } }
        set {
            let former = texts[name]
            texts[name] = newValue.map(Self.text(of:))
            spelled?[name] = nil
            numbers[name] = newValue?.number
            // Only a value has further forms.
            guard former != nil else { return }
            for form in Template.forms { texts["\(name).\(form)"] = nil }
        }
    }

    /// The texts with the secrets, each under its name with `$`, for requests to servers.
    var filled: [String: String] {
        texts.merging(secrets.values.map { ("$" + $0.key, $0.value) }, uniquingKeysWith: { text, _ in text })
    }

    /// Returns the texts with numbers as they are spoken, with the decimal sign of a language.
    func spoken(in language: Language = .inUse) -> [String: String] {
        let texts = spelled.map { self.texts.merging($0) { $1 } } ?? self.texts
        guard language.numbers.decimalComma else { return texts }
        return texts.merging(numbers.mapValues { SpokenNumber.text($0, in: language.numbers) }) { $1 }
    }

    /// The texts with lengths, times of day and days as programs read them.
    var canonical: [String: String] {
        var canonical = texts
        for (name, text) in texts where name.hasSuffix(".value") { canonical[String(name.dropLast(6))] = text }
        return canonical
    }

    /// Returns a value as it is spoken, logged and passed to programs.
    static func text(of value: Parameter.Value) -> String {
        switch value {
        case .text(let text): text
        case .number(let number): SpokenNumber.text(number)
        }
    }
}
