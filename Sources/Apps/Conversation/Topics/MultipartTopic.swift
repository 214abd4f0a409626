import SaybusPhrases

/// A topic that tells something in parts, such as the steps of a recipe: "next", "previous", "repeat", "start over",
/// "stop".
@ConversationActor
public final class MultipartTopic: ConversationTopic {
    /// The parts in the order in which they are told.
    public private(set) var parts: [String] = []
    /// The index of the part that was told last; nil before the first.
    public private(set) var current: Int?
    /// Called after the last part has been told, when the user goes on over its words, and when the user stops before
    /// that.
    public var onEnd: (@ConversationActor () -> Void)?
    /// The number of times that a part was told, or that the user has stopped.
    private var tellings = 0
    /// Whether the end of what was told last has been announced.
    private var hasEnded = false
    /// Whether the last part was not told to its end.
    private var isCutOff = false
    /// Whether the user has gone on from the last part.
    private var isPassed = false

    /// Creates a topic.
    /// - Parameter parts: The parts; empty until ``start(_:)``.
    public init(parts: [String] = []) {
        self.parts = parts
        super.init()
        helpText = BuiltInSentence.helpParts.text()
        let next = NextCommandRecognizer { [weak self] in self?.go(by: 1) }
        next.addTextMatcher(PatternCommandMatcher(patterns: ["continue", "go on", "done", "i'm done", "ready"]))
        addCommandRecognizer(next)
        addCommandRecognizer(PreviousCommandRecognizer { [weak self] in self?.go(by: -1) })
        addCommandRecognizer(RepeatCommandRecognizer { [weak self] in self?.tell() })
        let first = CustomCommandRecognizer(customType: "StartOver") { [weak self] in self?.start() }
        first.addTextMatcher(PatternCommandMatcher(patterns: ["start (over|again)", "from the (beginning|start)"]))
        first.summary = "Tells it from the beginning."
        addCommandRecognizer(first)
        addCommandRecognizer(PauseCommandRecognizer { [weak self] in self?.end() })
    }

    /// Tells the first part.
    /// - Parameter parts: The new parts; nil keeps those there are.
    public func start(_ parts: [String]? = nil) {
        if let parts { self.parts = parts }
        current = self.parts.isEmpty ? nil : 0
        tell()
    }

    private func go(by step: Int) {
        guard !parts.isEmpty else { return tell() }
        let next = current.map { $0 + step } ?? 0
        guard parts.indices.contains(next) else {
            speak(step > 0 ? BuiltInSentence.wasLastPart.text() : BuiltInSentence.wasFirstPart.text())
            isPassed = isPassed || step > 0
            if isPassed, isCutOff { announceEnd() }
            return
        }
        current = next
        tell()
    }

    private func tell() {
        guard let current else { return speak(BuiltInSentence.nothingToTell.text()) }
        let isLast = current == parts.count - 1
        tellings += 1
        (hasEnded, isCutOff, isPassed) = (false, false, false)
        speak(parts[current]) { [weak self, tellings] outcome in
            // After "start over" or "stop" this telling is no end any more.
            guard isLast, let self, self.tellings == tellings else { return }
            isCutOff = !outcome.isFinished
            // Words over the last part may be told before its end: "done".
            if !isCutOff || isPassed { announceEnd() }
        }
    }

    private func end() {
        current = nil
        tellings += 1
        speak(BuiltInSentence.partsEnd.text())
        announceEnd()
    }

    private func announceEnd() {
        guard !hasEnded else { return }
        hasEnded = true
        onEnd?()
    }
}
