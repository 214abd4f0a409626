import SaybusPhrases

extension Language {
    /// Refuses a language that was chosen and cannot be used: what is found with another one is wrong.
    /// - Throws: ``StageFailure`` with code `configuration`.
    public static func checkChosen() throws(StageFailure) {
        if case .failure(let error) = chosen { throw StageFailure(.configuration, "\(variable): \(error)") }
    }
}
