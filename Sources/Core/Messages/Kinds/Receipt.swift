/// An acknowledgement that messages were received, for tracked messages that have no other answer. The
/// header's `causes` names them.
///
/// Published by the receiver of the messages.
public struct Receipt: BusMessage {
    /// `receipt`
    public static let kind: Kind = "receipt"

    /// The kind of the received messages.
    public var of: Kind

    /// Creates a receipt.
    public init(of kind: Kind) { of = kind }

    /// The schema of the body.
    public static let schema = Schema.object(
        "An acknowledgement of the messages that the header's causes name.",
        [.required("of", .string, "The kind of the received messages.")])
    /// A receipt of an intent.
    public static let examples = [Receipt(of: SpeechIntent.kind)]
}
