/// How large an answer may be, after Alexa's reference.
public enum ResponseLimits {
    /// The whole answer as JSON, in bytes.
    public static let envelope = 24 * 1024
    /// Speech, in characters, its markup counted.
    public static let speech = 8000
    /// All texts and addresses of a card, in characters.
    public static let card = 8000
    /// A picture's address, in characters.
    public static let imageURL = 2000
    /// A stream's address, in characters.
    public static let streamURL = 8000
    /// A stream's token, in characters.
    public static let streamToken = 1024
    /// Values that a session has of its own, with their synonyms.
    public static let dynamicEntities = 100
}

extension ResponseEnvelope {
    /// One sentence for each limit that it exceeds; Alexa would refuse it.
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
