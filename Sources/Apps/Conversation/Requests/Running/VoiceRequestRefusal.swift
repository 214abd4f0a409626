import SaybusSupport

/// The reason why a request is not presented, such as another open request.
public struct VoiceRequestRefusal: Error, Sendable, Equatable, CustomStringConvertible {
    /// The problem and its remedy.
    public let description: String

    init(asked: String?, active: String?) {
        func quoted(_ text: String?) -> String { text.map { "\"\(LogLine.clean($0, limit: 80))\"" } ?? "a request" }
        description =
            "\(quoted(asked)) cannot be asked: \(quoted(active)) is being asked; make it a follow-up, or wait until that is over"
    }

    init(asked: String?, problem: String) {
        let question = asked.map { "\"\(LogLine.clean($0, limit: 80))\"" } ?? "a request"
        description = "\(question) cannot be asked, because no answer could be understood: \(problem)"
    }

    init(tooMany count: Int) {
        description =
            "no more can be asked: questions are open in \(count) conversations; serve them with more dispatchers, --buckets"
    }
}
