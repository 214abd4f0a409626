/// An acknowledgement that messages were received, for tracked messages that have no other answer. The
/// header's `causes` names them.
///
/// Published by the receiver of the messages.
public struct Receipt: BusMessage {
    /// `receipt`
    public static let kind: Kind = "receipt"

    /// The kind of the received messages.
    public var of: Kind
    /// The reason, as a sentence, why the receiver cannot process the messages; absent when it can.
    public var problem: String?

    /// Creates a receipt.
    public init(of kind: Kind, problem: String? = nil) { (of, self.problem) = (kind, problem) }

    /// The schema of the body, which `saybus schema receipt` prints.
    public static let schema = Schema.object(
        "An acknowledgement of the messages that the header's causes name.",
        [
            .required("of", .string, "The kind of the received messages."),
            .optional("problem", .string, "The reason why the receiver cannot process the messages, as a sentence."),
        ])
    /// A receipt that refuses an intent, and one of an intent.
    public static let examples = [
        Receipt(
            of: SpeechIntent.kind,
            problem: "intent/mine published a message that cannot be read: speech.intent: the body has no \"text\""),
        Receipt(of: SpeechIntent.kind),
    ]
}
