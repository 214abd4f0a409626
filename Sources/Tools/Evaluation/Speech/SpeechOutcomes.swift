import SaybusConversation

/// The numbers of commands that an app would carry out, ask about and refuse, by the thresholds of each command.
struct SpeechOutcomes: Sendable, Equatable, Codable {
    /// A number of commands.
    struct Count: Sendable, Equatable, Codable {
        /// The number of commands.
        var count = 0
        /// The number of those that were the right ones.
        var right = 0

        /// The number of those that were not.
        var wrong: Int { count - right }
    }

    /// The commands that are carried out at once.
    private(set) var carriedOut = Count()
    /// The commands that the user is asked about.
    private(set) var asked = Count()
    /// The commands that count as not understood.
    private(set) var refused = Count()

    /// Adds a command that was understood.
    mutating func add(_ assurance: Assurance, isRight: Bool) {
        let place: WritableKeyPath<Self, Count> =
            switch assurance {
            case .sufficient: \.carriedOut
            case .doubtful: \.asked
            case .insufficient: \.refused
            }
        self[keyPath: place].count += 1
        if isRight { self[keyPath: place].right += 1 }
    }
}
