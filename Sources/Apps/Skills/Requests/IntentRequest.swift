/// The user said something that the skill's model has an intent for.
public struct IntentRequest: SkillRequest {
    static let type = "IntentRequest"

    /// `IntentRequest`
    public var type: String { Self.type }
    /// Different for every request.
    public var requestId: String
    /// When it was sent.
    public var timestamp: Timestamp
    /// The language and country: `en-US`.
    public var locale: String?
    /// How far the dialog about the intent is; nil when the model has none for it.
    public var dialogState: DialogState?
    /// What the user wants.
    public var intent: Intent

    /// A request.
    public init(
        requestId: String, timestamp: Timestamp, locale: String? = nil, dialogState: DialogState? = nil,
        intent: Intent
    ) {
        (self.requestId, self.timestamp, self.locale) = (requestId, timestamp, locale)
        (self.dialogState, self.intent) = (dialogState, intent)
    }

    private enum CodingKeys: String, CodingKey { case requestId, timestamp, locale, dialogState, intent }
}

extension IntentRequest {
    /// Whether the intent may be carried out: its dialog, if it has one, is over, and the user did not say no.
    ///
    /// A dialog is `COMPLETED` also when the user denies the intent, so both must be asked.
    public var isFulfillable: Bool {
        (dialogState == nil || dialogState == .completed) && intent.confirmationStatus != .denied
    }
}
