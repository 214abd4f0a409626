import SaybusMessages
import SaybusPhrases

extension App {
    /// Returns the problems of an app whose language is not the one in use: its values and the words around answers
    /// are read, and sentences about timers are spoken, in another one.
    func languageProblems(in language: Language = .inUse) -> [String] {
        let tag = language.numbers.language
        guard !tag.isEmpty, !language.isFor(self.language) else { return [] }
        let isEnglish = Language.code(of: tag) == "en"
        let name = isEnglish ? "English" : "\(tag), the language of SAYBUS_LANGUAGE"
        let remedy =
            isEnglish
            ? "write a file with saybus language, and set SAYBUS_LANGUAGE to it"
            : "give the app its \"language\", or set SAYBUS_LANGUAGE to a file whose numbers.language is that of the app"
        var problems: [String] = []
        let types = Set(commands.flatMap(\.parameterTypes.values))
        let read = types.filter { type in
            type == PhraseTemplate.numberType || Self.standardTypes[type] != nil
                || slotTypes.contains { $0.name == type && $0.range != nil }
        }
        if !read.isEmpty {
            problems.append(
                "the language is \(self.language), and values of \(read.sorted().joined(separator: ", ")) are read in "
                    + "\(name): \(remedy)")
        }
        if !requests.isEmpty {
            problems.append(
                "the language is \(self.language), and yes and no, words such as \"cancel\" and \"help\", and the sentences "
                    + "after unsuitable answers to its questions are \(isEnglish ? name : "in \(name)"): \(remedy)")
        }
        if actions.contains(where: \.speaksOfSchedule) {
            problems.append(
                "the language is \(self.language), and the sentences about timers are \(isEnglish ? name : "in \(name)"): "
                    + "write \"say\", \"none\" and \"late\", or \(remedy); \"schedule\" in the file has them")
        }
        return problems
    }
}
