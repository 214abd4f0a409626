/// What is often asked of an envelope, by the names of Amazon's library: `Alexa.getIntentName(handlerInput.requestEnvelope)`.
public enum Alexa {
    /// Builders of skills.
    public typealias SkillBuilders = SaybusSkills.SkillBuilders

    /// The language and country of the request: `en-US`.
    public static func getLocale(_ envelope: RequestEnvelope) -> String? { envelope.request.locale }

    /// The type of the request: `IntentRequest`.
    public static func getRequestType(_ envelope: RequestEnvelope) -> String { envelope.request.type }

    /// The request as one of its types; nil when it is another.
    public static func getRequest<Request: SkillRequest>(
        _ envelope: RequestEnvelope, as type: Request.Type = Request.self
    ) -> Request? {
        envelope.request.content as? Request
    }

    /// The name of the intent; throws ``SkillError/Code/noIntent`` when the request is no `IntentRequest`.
    public static func getIntentName(_ envelope: RequestEnvelope) throws -> String {
        try intentRequest(envelope).intent.name
    }

    /// How far the dialog is; nil when the intent has none. Throws ``SkillError/Code/noIntent`` when there is no intent.
    public static func getDialogState(_ envelope: RequestEnvelope) throws -> DialogState? {
        try intentRequest(envelope).dialogState
    }

    /// A slot of the intent; nil when it has none of that name. Throws ``SkillError/Code/noIntent`` when there is no intent.
    public static func getSlot(_ envelope: RequestEnvelope, _ slotName: String) throws -> Slot? {
        try intentRequest(envelope).intent.slots?[slotName]
    }

    /// What was said for a slot; nil when nothing was, or nothing that is a value: see ``Slot/spokenValue``.
    ///
    /// Throws ``SkillError/Code/noIntent`` when there is no intent.
    public static func getSlotValue(_ envelope: RequestEnvelope, _ slotName: String) throws -> String? {
        try getSlot(envelope, slotName)?.spokenValue
    }

    /// The value or the values of a slot; nil when there are none. Throws ``SkillError/Code/noIntent`` when there is no intent.
    public static func getSlotValueV2(_ envelope: RequestEnvelope, _ slotName: String) throws -> SlotValue? {
        try getSlot(envelope, slotName)?.slotValue
    }

    /// The single values of a value, the first first; lists in lists too.
    public static func getSimpleSlotValues(_ slotValue: SlotValue) -> [SimpleSlotValue] {
        switch slotValue {
        case .simple(let value): [value]
        case .list(let values): values.flatMap(getSimpleSlotValues)
        }
    }

    /// What the user's account has been linked to elsewhere with.
    public static func getAccountLinkingAccessToken(_ envelope: RequestEnvelope) -> String? {
        envelope.context.system.user?.accessToken
    }

    /// What Amazon's services are asked with.
    public static func getApiAccessToken(_ envelope: RequestEnvelope) -> String? {
        envelope.context.system.apiAccessToken
    }

    /// The device's id.
    public static func getDeviceId(_ envelope: RequestEnvelope) -> String? { envelope.context.system.device?.deviceId }

    /// The user's id.
    public static func getUserId(_ envelope: RequestEnvelope) -> String? { envelope.context.system.user?.userId }

    /// What the device can do; nothing when there is no device.
    public static func getSupportedInterfaces(_ envelope: RequestEnvelope) -> SupportedInterfaces {
        envelope.context.system.device?.supportedInterfaces ?? SupportedInterfaces()
    }

    /// Whether the request is its session's first; throws ``SkillError/Code/noSession`` outside of sessions.
    public static func isNewSession(_ envelope: RequestEnvelope) throws -> Bool {
        guard let session = envelope.session else {
            throw SkillError(.noSession, "the request (\(envelope.request.type.prefix(100))) is outside of sessions")
        }
        return session.new
    }

    /// A text that SSML's reader gives back as it is; what is escaped already is not escaped again.
    public static func escapeXmlCharacters(_ text: String) -> String { SSMLText.escaped(text) }

    private static func intentRequest(_ envelope: RequestEnvelope) throws -> IntentRequest {
        guard let request = getRequest(envelope, as: IntentRequest.self) else {
            throw SkillError(.noIntent, "expected an IntentRequest, got \(envelope.request.type.prefix(100))")
        }
        return request
    }
}
