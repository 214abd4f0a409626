import SaybusMessages

/// A skill's response to one request: speech, card, reprompt and directives.
public struct Response: Codable, Sendable, Equatable {
    /// The words to speak first; nil for none.
    public var outputSpeech: OutputSpeech?
    /// The card that a companion app shows; nil for none.
    public var card: Card?
    /// The prompt to speak when the user stays silent; nil for none.
    public var reprompt: Reprompt?
    /// The directives, carried out in this order; nil for none.
    public var directives: [Directive]?
    /// The return value of an API that another dialog manager invoked.
    public var apiResponse: JSONValue?
    /// Whether the session ends after the speech.
    ///
    /// `true` ends it. `false` keeps it open and starts listening. Nil keeps it open without listening, if the
    /// device supports that. Encoding leaves nil out; a decoded `null` means `false`.
    public var shouldEndSession: Bool?
    /// The answer to a ``CanFulfillIntentRequest``.
    public var canFulfillIntent: CanFulfillIntent?
    /// The skill's experiments, kept unchanged. Saybus does not use them.
    public var experimentation: JSONValue?

    /// Creates a response.
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

    /// Decodes a response, in which every member may be absent.
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
    /// The directives of unknown types. A host passes them on unchanged and does not carry them out.
    public var unknownDirectives: [RawObject] {
        (directives ?? []).compactMap { if case .unknown(let object) = $0 { object } else { nil } }
    }
}
