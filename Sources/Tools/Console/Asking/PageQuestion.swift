import SaybusMessages

/// A question of a page that the console answers itself: `{"ask": {NAME: {…}}, "number": 7}`. Pure.
enum PageQuestion: Sendable, Equatable {
    /// The text of an app that is being edited, in the place of the one that runs.
    struct Draft: Sendable, Equatable {
        /// The file's name, one of those that ``files`` answers with.
        let file: String
        let text: String
    }

    /// The stage with which a replay begins.
    enum ReplayStart: String, Sendable, CaseIterable {
        case listen
        case transcribe
        case intent
    }

    /// `{"files": {}}`: the apps and recordings that the console offers.
    case files
    /// `{"app": {"file": "pizza.yaml"}}`: the text of an app's file, with its problems.
    case app(String)
    /// `{"check": {"file": "pizza.yaml", "text": …}}`: the problems of an edited text.
    case check(Draft)
    /// `{"phrases": {"texts": […], "session": "default", "file": …, "text": …}}`: the meaning of texts, by the patterns
    /// of the running apps, or by those of an edited one.
    case phrases([String], Session, Draft?)
    /// `{"sessions": {"recording": "today.db"}}`: the sessions and turns of a recording.
    case sessions(String)
    /// `{"diff": {"old": "today.db", "new": "replay.db"}}`: the changes from one recording to another.
    case difference(old: String, new: String)
    /// `{"turn": {"recording": "today.db", "turn": ID}}`: the messages of a recorded turn.
    case turn(TurnID, recording: String)
    /// `{"sound": {"turn": ID}}`, with `"recording"` for a recorded one: what was said, as a binary frame.
    case sound(TurnID, recording: String?)
    /// `{"replay": {"recording": "today.db", "from": "listen", "turn": ID}}`, the last one optional.
    case replay(recording: String, ReplayStart, TurnID?)
    /// `{"judge": {"since": 1780000000000000}}`: the recorded turns from then on, to be judged by other thresholds.
    case judge(since: Int64)

    /// The most texts that are tried at once.
    static let maximumTexts = 20
    /// The most characters of a text.
    static let maximumTextLength = 1000

    /// Reads a question.
    /// - Throws: A ``PageError`` with a sentence for the page.
    init(_ value: JSONValue) throws(PageError) {
        guard case .object(let members) = value, members.count == 1, let (name, question) = members.first else {
            throw PageError(.unreadable, "ask has one member, the question")
        }
        switch name {
        case "files": self = .files
        case "app": self = .app(try Self.text("file", in: question))
        case "check": self = .check(try Self.draft(in: question))
        case "phrases":
            guard case .array(let items) = question["texts"], 1...Self.maximumTexts ~= items.count else {
                throw PageError(.unreadable, "phrases needs 1 to \(Self.maximumTexts) texts")
            }
            var texts: [String] = []
            for case .string(let text) in items where text.count <= Self.maximumTextLength { texts.append(text) }
            guard texts.count == items.count else {
                throw PageError(.unreadable, "a text has at most \(Self.maximumTextLength) characters")
            }
            guard let session = Session(rawValue: try Self.text("session", in: question)) else {
                throw PageError(.unreadable, "phrases needs a session")
            }
            self = .phrases(texts, session, question["file"] == nil ? nil : try Self.draft(in: question))
        case "sessions": self = .sessions(try Self.text("recording", in: question))
        case "diff":
            self = .difference(old: try Self.text("old", in: question), new: try Self.text("new", in: question))
        case "turn": self = .turn(try Self.turn(in: question), recording: try Self.text("recording", in: question))
        case "sound":
            let recording = question["recording"] == nil ? nil : try Self.text("recording", in: question)
            self = .sound(try Self.turn(in: question), recording: recording)
        case "replay":
            guard let start = ReplayStart(rawValue: try Self.text("from", in: question)) else {
                throw PageError(.unreadable, "a replay begins from listen, transcribe or intent")
            }
            let turn = question["turn"] == nil ? nil : try Self.turn(in: question)
            self = .replay(recording: try Self.text("recording", in: question), start, turn)
        case "judge":
            guard case .integer(let since) = question["since"] else {
                throw PageError(.unreadable, "judge needs since, microseconds of Unix time")
            }
            self = .judge(since: since)
        default: throw PageError(.unreadable, "there is no question \(name.prefix(40))")
        }
    }

    private static func text(_ name: String, in question: JSONValue) throws(PageError) -> String {
        guard case .string(let text) = question[name], !text.isEmpty else {
            throw PageError(.unreadable, "the question needs \(name)")
        }
        return text
    }

    private static func draft(in question: JSONValue) throws(PageError) -> Draft {
        guard case .string(let text) = question["text"] else {
            throw PageError(.unreadable, "an edited app has a text")
        }
        return Draft(file: try Self.text("file", in: question), text: text)
    }

    private static func turn(in question: JSONValue) throws(PageError) -> TurnID {
        guard let turn = TurnID(try text("turn", in: question)) else {
            throw PageError(.unreadable, "the question needs the id of a turn")
        }
        return turn
    }
}
