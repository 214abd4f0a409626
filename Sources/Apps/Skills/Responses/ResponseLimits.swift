/// Maximum sizes of an answer, from Alexa's reference.
public enum ResponseLimits {
    /// Bytes of the whole answer as JSON.
    public static let envelope = 24 * 1024
    /// Characters of speech, markup included.
    public static let speech = 8000
    /// Characters of all texts and picture addresses of a card.
    public static let card = 8000
    /// Characters of a picture's address.
    public static let imageURL = 2000
    /// Characters of a stream's address.
    public static let streamURL = 8000
    /// Characters of a stream's token.
    public static let streamToken = 1024
    /// Number of dynamic entities of a session, synonyms included.
    public static let dynamicEntities = 100
}

extension ResponseEnvelope {
    /// One sentence for each exceeded limit. Alexa refuses such an answer.
    public var exceededLimits: [String] {
        var found: [String] = []
        func check(_ what: String, _ size: Int, _ limit: Int) {
            if size > limit { found.append("\(what) has \(size), more than \(limit)") }
        }
        if let json = try? json() { check("the answer, in bytes,", json.count, ResponseLimits.envelope) }
        check("the speech, in characters,", response.outputSpeech?.content.count ?? 0, ResponseLimits.speech)
        check(
            "the reprompt, in characters,", response.reprompt?.outputSpeech?.content.count ?? 0, ResponseLimits.speech)
        let (texts, pictures) = response.card?.texts ?? ([], [])
        check("the card, in characters,", (texts + pictures).reduce(0) { $0 + $1.count }, ResponseLimits.card)
        for picture in pictures { check("a picture's address, in characters,", picture.count, ResponseLimits.imageURL) }
        for directive in response.directives ?? [] {
            switch directive {
            case .play(let play):
                check("a stream's address, in characters,", play.audioItem.stream.url.count, ResponseLimits.streamURL)
                check("a stream's token, in characters,", play.audioItem.stream.token.count, ResponseLimits.streamToken)
            case .updateDynamicEntities(let update):
                let names = (update.types ?? []).flatMap(\.values).map(\.name)
                let count = names.reduce(0) { $0 + 1 + ($1.synonyms?.count ?? 0) }
                check("the session's own values, with synonyms,", count, ResponseLimits.dynamicEntities)
            default: break
            }
        }
        return found
    }
}

extension Card {
    fileprivate var texts: (texts: [String], pictures: [String]) {
        switch self {
        case .simple(let title, let content): ([title, content], [])
        case .standard(let title, let text, let image):
            ([title, text], [image?.smallImageUrl, image?.largeImageUrl].compactMap { $0 })
        case .linkAccount, .askForPermissionsConsent, .unknown: ([], [])
        }
    }
}
