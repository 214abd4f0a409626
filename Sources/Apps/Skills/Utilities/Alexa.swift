/// Accessors for request envelopes, named as in Amazon's library.
///
/// Example: `Alexa.getIntentName(handlerInput.requestEnvelope)`.
public enum Alexa {
    /// Builders of skills.
    public typealias SkillBuilders = SaybusSkills.SkillBuilders

    /// Returns the language and country of the request, such as `en-US`.
    public static func getLocale(_ envelope: RequestEnvelope) -> String? { envelope.request.locale }

    /// Returns the type of the request, such as `IntentRequest`.
    public static func getRequestType(_ envelope: RequestEnvelope) -> String { envelope.request.type }

    /// Returns the request as one of the request types; nil when it is of another type.
    public static func getRequest<Request: SkillRequest>(
        _ envelope: RequestEnvelope, as type: Request.Type = Request.self
    ) -> Request? {
        envelope.request.content as? Request
    }

    /// Returns the name of the intent.
    ///
    /// - Throws: ``SkillError/Code/noIntent`` when the request is not an `IntentRequest`.
    public static func getIntentName(_ envelope: RequestEnvelope) throws -> String {
        try intentRequest(envelope).intent.name
    }

    /// Returns the progress of the dialog; nil when the intent has no dialog.
    ///
    /// - Throws: ``SkillError/Code/noIntent`` when the request is not an `IntentRequest`.
    public static func getDialogState(_ envelope: RequestEnvelope) throws -> DialogState? {
        try intentRequest(envelope).dialogState
    }

    /// Returns a slot of the intent; nil when it has no slot of that name.
    ///
    /// - Throws: ``SkillError/Code/noIntent`` when the request is not an `IntentRequest`.
    public static func getSlot(_ envelope: RequestEnvelope, _ slotName: String) throws -> Slot? {
        try intentRequest(envelope).intent.slots?[slotName]
    }

    /// Returns the spoken words of a slot; nil when it has no usable value: see ``Slot/spokenValue``.
    ///
    /// - Throws: ``SkillError/Code/noIntent`` when the request is not an `IntentRequest`.
    public static func getSlotValue(_ envelope: RequestEnvelope, _ slotName: String) throws -> String? {
        try getSlot(envelope, slotName)?.spokenValue
    }

    /// Returns the value or list of values of a slot; nil when it has none.
    ///
    /// - Throws: ``SkillError/Code/noIntent`` when the request is not an `IntentRequest`.
    public static func getSlotValueV2(_ envelope: RequestEnvelope, _ slotName: String) throws -> SlotValue? {
        try getSlot(envelope, slotName)?.slotValue
    }

    /// Returns the single values of a slot value in order, nested lists flattened.
    public static func getSimpleSlotValues(_ slotValue: SlotValue) -> [SimpleSlotValue] {
        switch slotValue {
        case .simple(let value): [value]
        case .list(let values): values.flatMap(getSimpleSlotValues)
        }
    }

    /// Returns the access token of the account that the user has linked.
    public static func getAccountLinkingAccessToken(_ envelope: RequestEnvelope) -> String? {
        envelope.context.system.user?.accessToken
    }

    /// Returns the token for requests to Amazon's services.
    public static func getApiAccessToken(_ envelope: RequestEnvelope) -> String? {
        envelope.context.system.apiAccessToken
    }

    /// Returns the device's id.
    public static func getDeviceId(_ envelope: RequestEnvelope) -> String? { envelope.context.system.device?.deviceId }

    /// Returns the user's id.
    public static func getUserId(_ envelope: RequestEnvelope) -> String? { envelope.context.system.user?.userId }

    /// Returns the interfaces that the device supports; empty when the request names no device.
    public static func getSupportedInterfaces(_ envelope: RequestEnvelope) -> SupportedInterfaces {
        envelope.context.system.device?.supportedInterfaces ?? SupportedInterfaces()
    }

    /// Returns whether the request is the first of its session.
    ///
    /// - Throws: ``SkillError/Code/noSession`` outside of sessions.
    public static func isNewSession(_ envelope: RequestEnvelope) throws -> Bool {
        guard let session = envelope.session else {
            throw SkillError(.noSession, "the request (\(envelope.request.type.prefix(100))) is outside of sessions")
        }
        return session.new
    }

    /// Returns the text with the special characters of XML escaped. Existing entities are not escaped again.
    public static func escapeXmlCharacters(_ text: String) -> String { SSMLText.escaped(text) }

    private static func intentRequest(_ envelope: RequestEnvelope) throws -> IntentRequest {
        guard let request = getRequest(envelope, as: IntentRequest.self) else {
            throw SkillError(.noIntent, "expected an IntentRequest, got \(envelope.request.type.prefix(100))")
        }
        return request
    }
}
