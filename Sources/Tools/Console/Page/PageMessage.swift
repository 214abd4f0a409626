import Foundation
import SaybusMessages
import SaybusSupport
import SaybusTap

/// A text message of a page to the console. Pure.
enum PageMessage: Sendable, Equatable {
    /// `{"watch": {"kinds": ["speech.*"], "session": "kitchen"}}`, both optional; `{"watch": null}` ends it.
    case watch(PageView.Watched?)
    /// `{"conversation": "kitchen"}`: the conversation to show.
    case conversation(Session)
    /// `{"talk": true}`: starts the page's own microphone and loudspeaker; false ends them.
    case talk(Bool)
    /// `{"publish": {"kind": …, "session": …, "body": {…}}, "number": 7, "heard": 12000}`: a message for the bus.
    /// `heard` is the time by the console's clock at which the page had its newest report on the bus.
    case publish(Kind, Session, JSONValue, number: Int?, heard: Int?)
    /// `{"ask": {"files": {}}, "number": 8}`: a question that the console answers.
    case ask(PageQuestion, number: Int?)
    /// `{"played": {…}}`: the body of an `audio.playback` on the sound that the page was sent.
    case played(AudioPlayback)

    /// Reads a message.
    /// - Throws: A ``PageError`` with a sentence for the page.
    init(_ text: String) throws(PageError) {
        guard let value = try? JSONValue(parsing: Array(text.utf8)), case .object(let members) = value else {
            throw PageError(.unreadable, "a message of a page is a JSON object")
        }
        if let watch = members["watch"] {
            self = .watch(try Self.watched(watch))
        } else if case .string(let name) = members["conversation"] {
            self = .conversation(try Self.session(name))
        } else if case .boolean(let isOn) = members["talk"] {
            self = .talk(isOn)
        } else if let publish = members["publish"] {
            guard case .string(let name) = publish["kind"], let kind = Kind(rawValue: name),
                case .string(let session) = publish["session"], let body = publish["body"]
            else { throw PageError(.unreadable, "publish needs kind, session and body") }
            self = .publish(
                kind, try Self.session(session), body, number: Self.number(members),
                heard: Self.integer("heard", members))
        } else if let question = members["ask"] {
            self = .ask(try PageQuestion(question), number: Self.number(members))
        } else if let played = members["played"] {
            self = .played(try Self.decode(AudioPlayback.self, played))
        } else {
            throw PageError(
                .unreadable, "a message of a page has a member watch, conversation, talk, publish, ask or played")
        }
    }

    /// Returns the number of a message that may be unreadable otherwise; nil when it has none.
    static func number(in text: String) -> Int? {
        guard case .object(let members)? = try? JSONValue(parsing: Array(text.utf8)) else { return nil }
        return number(members)
    }

    private static func number(_ members: [String: JSONValue]) -> Int? { integer("number", members) }

    private static func integer(_ name: String, _ members: [String: JSONValue]) -> Int? {
        guard case .integer(let given) = members[name] else { return nil }
        return Int(given)
    }

    private static func watched(_ value: JSONValue) throws(PageError) -> PageView.Watched? {
        guard case .object(let members) = value else { return nil }
        var watched = PageView.Watched()
        if case .array(let patterns) = members["kinds"] {
            guard patterns.count <= 64 else { throw PageError(.unreadable, "at most 64 kinds") }
            for case .string(let pattern) in patterns {
                do { watched.kinds.append(try KindPattern(pattern)) } catch {
                    throw PageError(.unreadable, "\(error)")
                }
            }
        }
        if case .string(let name) = members["session"] { watched.session = try session(name) }
        return watched
    }

    private static func session(_ name: String) throws(PageError) -> Session {
        guard let session = Session(rawValue: name) else {
            throw PageError(.unreadable, "\"\(name.prefix(80))\" cannot be a session's name")
        }
        return session
    }

    /// Decodes the body of a message that the page wants to publish.
    static func decode<Body: BusMessage & Decodable>(_: Body.Type, _ value: JSONValue) throws(PageError) -> Body {
        do {
            return try JSONDecoder().decode(Body.self, from: Data(value.text().utf8))
        } catch {
            throw PageError(.unreadable, "this is no \(Body.kind): \(error.plainReason)")
        }
    }
}

/// A message of a page that cannot be carried out.
struct PageError: Error, Sendable, Equatable, CustomStringConvertible {
    enum Code: Sendable {
        /// The message cannot be read.
        case unreadable
        /// Pages must not publish this kind, or not so much.
        case refused
        /// A stage that would answer is missing.
        case unavailable
    }

    let code: Code
    /// A sentence for the page.
    let description: String

    init(_ code: Code, _ description: String) { (self.code, self.description) = (code, description) }
}
