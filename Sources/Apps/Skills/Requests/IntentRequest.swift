/// A request that carries an intent of the skill's model.
public struct IntentRequest: SkillRequest {
    static let type = "IntentRequest"

    /// `IntentRequest`
    public var type: String { Self.type }
    /// The unique id of the request.
    public var requestId: String
    /// The time at which the host sent the request.
    public var timestamp: Timestamp
    /// The language and country, such as `en-US`.
    public var locale: String?
    /// The progress of the dialog about the intent; nil when the model has no dialog for it.
    public var dialogState: DialogState?
    /// The intent that was understood, with its slots.
    public var intent: Intent

    /// Creates a request.
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
    /// Whether the skill may carry out the intent: its dialog, if any, is over, and the user did not deny it.
    ///
    /// A dialog is also `COMPLETED` when the user denies the intent, so this property checks both.
    public var isFulfillable: Bool {
        (dialogState == nil || dialogState == .completed) && intent.confirmationStatus != .denied
    }
}
