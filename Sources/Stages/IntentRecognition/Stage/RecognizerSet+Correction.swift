import SaybusMessages
import SaybusPhrases

/// Corrections of a command about which the user is asked.
extension RecognizerSet {
    /// Returns the last command of a conversation with another value, if a transcript corrects one while a question of
    /// the command's app is open, such as whether the command was meant: "no, seven" and "no set it to seven" after
    /// "set it to five"; nil for other words. The question of another app is about something else.
    /// - Parameters:
    ///   - last: The last command.
    ///   - transcript: The words, which are no command and no answer.
    ///   - session: The conversation.
    func correction(
        of last: LastCommand, by transcript: SpeechTranscript, in session: Session
    ) async -> LastCommand? {
        guard external == nil, settings.engine != .statistical, isAsking(in: session, by: last.hypothesis.app)
        else { return nil }
        let words = AnswerText(transcript.text)
        guard words.beginsWithCorrection else { return nil }
        let patterns = self.patterns(in: session)
        // Most recognizers of speech write no comma behind "no".
        if let rest = Self.rest(afterNo: transcript.text, needsComma: false)?.text {
            let found = await patterns.recognize(SpeechTranscript(text: rest, engine: transcript.engine))
            if let command = LastCommand(rest, found.first), command.hasOtherValues(than: last) { return command }
        }
        for value in words.cores {
            var corrected: [LastCommand] = []
            for name in last.hypothesis.parameters.keys.sorted() {
                guard let text = last.text(with: value, for: name) else { continue }
                // "No, charge 50 dollars" was itself said after a question.
                for text in [text, Self.rest(afterNo: text)?.text].compactMap(\.self) {
                    let found = await patterns.recognize(SpeechTranscript(text: text, engine: transcript.engine))
                    guard let command = LastCommand(text, found.first), command.isSame(as: last, exceptFor: name)
                    else { continue }
                    corrected.append(command)
                    break
                }
            }
            // A value that fits several parameters is no correction of one.
            if !corrected.isEmpty { return corrected.count == 1 ? corrected[0] : nil }
        }
        return nil
    }
}
