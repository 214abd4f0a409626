/// An app's answer to the question whether it could carry out an intent that was said without the app's name.
///
/// The apps that an intent concerns compete for it: each of them publishes one offer, waits for those of the others,
/// and decides by the same rule. See ``IntentOffer/Answer``. Apps whose own code may understand words that fit no
/// command do the same.
public struct IntentOffer: BusMessage {
    /// `intent.offer`
    public static let kind: Kind = "intent.offer"
    /// True: apps that compete for an intent wait for it.
    public static let isReport = true

    /// Whether an app could carry out an intent. A yes wins over a maybe; a no never wins.
    public enum Answer: String, Sendable, Codable, CaseIterable {
        /// It can.
        case yes
        /// It can, if the user says more.
        case maybe
        /// It cannot, or did not say in time.
        case no
    }

    /// The name of the app that answers.
    public var app: String
    /// The intent's name in the app; empty for words that the app's own code does not understand.
    public var intent: String
    /// The answer, by which the apps decide which of them carries the intent out.
    public var answer: Answer
    /// The number of values of the utterance that the app can act on; absent when it did not say. Of two equal answers
    /// the one with more of them wins.
    public var fulfilledSlots: Int?
    /// The reason for a no that the app itself did not give, as a sentence; absent otherwise.
    public var problem: String?

    /// Creates an offer.
    public init(app: String, intent: String, answer: Answer, fulfilledSlots: Int? = nil, problem: String? = nil) {
        (self.app, self.intent, self.answer) = (app, intent, answer)
        (self.fulfilledSlots, self.problem) = (fulfilledSlots, problem)
    }

    /// The schema of the body, which `saybus schema intent.offer` prints.
    public static let schema = Schema.object(
        "An app's answer to the question whether it could carry out an intent that was said without its name.",
        [
            .required("app", .string, "The app's name."),
            .required("intent", .string, "The intent's name in the app."),
            .required(
                "answer", .choice(Answer.allCases.map(\.rawValue)),
                "Whether the app could carry it out: a yes wins over a maybe, a no never wins."),
            .optional("fulfilledSlots", .integer, "The number of values that the app can act on."),
            .optional("problem", .string, "The reason for a no that the app itself did not give, as a sentence."),
        ])
    /// A yes, and a no of an app that did not answer.
    public static let examples = [
        IntentOffer(app: "sleep-sounds", intent: "PlaySound", answer: .yes, fulfilledSlots: 1),
        IntentOffer(
            app: "zoo-sounds", intent: "PlaySound", answer: .no, problem: "zoo-sounds did not answer within 2 seconds"),
    ]
}
