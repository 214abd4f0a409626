extension BuiltInSentence {
    /// Returns whether a text is one of these sentences in a language, or one about a timer, an alarm or a reminder.
    ///
    /// A sentence with values counts only in the language itself: where a file has left it in English, the words may be
    /// those of an English app.
    package static func includes(_ text: String, in language: Language = .inUse) -> Bool {
        let schedule = language.isFor("en") ? language.scheduleWords : language.schedule
        return allCases.contains { $0.becomes(text, in: language) }
            || schedule?.sentences.contains { SentenceTemplate.values(in: text, of: $0)?.isEmpty == false } == true
    }

    private func becomes(_ text: String, in language: Language) -> Bool {
        let own = language.sentences?[name]
        guard let values = SentenceTemplate.values(in: text, of: own ?? rawValue) else { return false }
        guard !values.isEmpty else { return true }
        guard own != nil || language.isFor("en") else { return false }
        // The reason may be an app's own words.
        return values["reason"].map { Self.includes($0, in: language) } ?? true
    }
}

extension ScheduleVocabulary {
    /// The sentences that are spoken alone.
    fileprivate var sentences: [String] { [due, late, remaining, ringing, several, cancelled, none] }
}
