import SaybusMessages
import SaybusPhrases

extension SpeechIntent {
    /// The app of the first hypothesis if the words address or call that app by its name, else nil.
    package var addressee: String? { AppAddress.addressee(of: text, hypotheses) }
}

extension [SpeechIntent.Hypothesis] {
    /// Whether the words most likely call an app with sessions by its name.
    package var haveCall: Bool { first.map { $0.isCall && $0.confidence >= Confidence.likely } ?? false }
}

extension SpeechIntent.Hypothesis {
    /// The beginning of the type of a hypothesis about which several apps compete: words that could be for any of them,
    /// since they were said without a name. The intent's name follows.
    package static let competingType = "CanFulfillIntentRequest/"

    /// The type of the hypothesis that an app with sessions, such as a skill, is called by its name. `/` and an
    /// intent's name follow when it is asked for something.
    package static let callType = "LaunchRequest"

    /// Whether the words call an app with sessions by its name: "open the pizza place".
    package var isCall: Bool { Self.isCall(type) }

    /// Returns whether a command's type is that of a call by name.
    package static func isCall(_ type: String) -> Bool { type == callType || type.hasPrefix(callType + "/") }

    /// The intent that the app could carry out, if it wins the competition with others; nil for a command of the app.
    package var competingIntent: String? {
        type.hasPrefix(Self.competingType) ? String(type.dropFirst(Self.competingType.count)) : nil
    }
}

extension AppAddress {
    /// Returns the app of the first hypothesis if the words address or call that app by its name, else nil.
    package static func addressee(of text: String, _ hypotheses: [SpeechIntent.Hypothesis]) -> String? {
        guard let first = hypotheses.first, hypotheses.haveCall || AppAddress(text, apps: [first.app]) != nil else {
            return nil
        }
        return first.app
    }
}
