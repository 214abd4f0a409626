import SaybusMessages

/// What a skill says and does.
public struct Response: Codable, Sendable, Equatable {
    /// What is said.
    public var outputSpeech: OutputSpeech?
    /// What a companion app shows.
    public var card: Card?
    /// What is said when the user stays silent.
    public var reprompt: Reprompt?
    /// What else is done, in this order; nil for nothing.
    public var directives: [Directive]?
    /// What a function that another dialog manager called returns.
    public var apiResponse: JSONValue?
    /// Whether the session ends after the speech.
    ///
    /// `true` ends it; `false` keeps it and listens; nil keeps it where it can be kept, without listening. Nil is left out
    /// of the JSON; a `null` that comes means `false`.
    public var shouldEndSession: Bool?
    /// The answer to a ``CanFulfillIntentRequest``.
    public var canFulfillIntent: CanFulfillIntent?
    /// Which of the skill's experiments it takes part in, as it came; nobody asks here.
    public var experimentation: JSONValue?

    /// A response.
    public init(
        outputSpeech: OutputSpeech? = nil, card: Card? = nil, reprompt: Reprompt? = nil,
        directives: [Directive]? = nil, apiResponse: JSONValue? = nil, shouldEndSession: Bool? = nil,
        canFulfillIntent: CanFulfillIntent? = nil, experimentation: JSONValue? = nil
    ) {
        (self.outputSpeech, self.card, self.reprompt, self.directives) = (outputSpeech, card, reprompt, directives)
        (self.apiResponse, self.shouldEndSession) = (apiResponse, shouldEndSession)
        (self.canFulfillIntent, self.experimentation) = (canFulfillIntent, experimentation)
    }

    private enum CodingKeys: String, CodingKey {
        case outputSpeech, card, reprompt, directives, apiResponse, shouldEndSession, canFulfillIntent
        case experimentation
    }

    /// Reads a response.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        outputSpeech = try container.decodeIfPresent(OutputSpeech.self, forKey: .outputSpeech)
        card = try container.decodeIfPresent(Card.self, forKey: .card)
        reprompt = try container.decodeIfPresent(Reprompt.self, forKey: .reprompt)
        directives = try container.decodeIfPresent([Directive].self, forKey: .directives)
        apiResponse = try container.decodeIfPresent(JSONValue.self, forKey: .apiResponse)
        canFulfillIntent = try container.decodeIfPresent(CanFulfillIntent.self, forKey: .canFulfillIntent)
        experimentation = try container.decodeIfPresent(JSONValue.self, forKey: .experimentation)
        if container.contains(.shouldEndSession) {
            shouldEndSession = try container.decodeIfPresent(Bool.self, forKey: .shouldEndSession) ?? false
        }
    }
}

extension Response {
    /// The directives of types that are not known here; they are passed on, and nothing is done about them.
    public var unknownDirectives: [RawObject] {
        (directives ?? []).compactMap { if case .unknown(let object) = $0 { object } else { nil } }
    }
}
