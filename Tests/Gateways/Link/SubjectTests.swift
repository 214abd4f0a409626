import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusLink

@Suite("Subjects of the line")
struct SubjectTests {
    private let site = SiteName(rawValue: "kitchen-7")

    @Test(
        "a subject reads back as what it was written from, for every kind and session",
        arguments: ["den", "a.b", "..", "A_-9."])
    func roundTrip(name: String) throws {
        let (site, session) = (try #require(site), try #require(Session(rawValue: name)))
        for type in MessageCatalog.all where type.kind != Catalog.kind {
            guard let subject = LinkSubject(.say, site, type.kind, session) else {
                // What looks as if it came from elsewhere does not cross.
                #expect(SiteName.isForeign(name))
                continue
            }
            #expect(LinkSubject(subject.description) == subject)
            // No token is empty, and none is a wildcard.
            let tokens = subject.description.split(separator: ".", omittingEmptySubsequences: false)
            #expect(!tokens.contains { $0.isEmpty || $0 == "*" || $0 == ">" })
            #expect(!subject.description.contains { $0.isWhitespace })
        }
        if let catalog = LinkSubject(.say, site, Catalog.kind, session, app: "my app.>*") {
            #expect(LinkSubject(catalog.description) == catalog)
        }
    }

    @Test("any text as a token reads back, and no other token reads as the same text")
    func tokens() {
        for name in ["", "a.b", "=", "=2E", "*", ">", "\u{e9}\n", "ok_-9"] {
            let token = SubjectToken.escaped(name)
            #expect(SubjectToken.name(token) == (name.isEmpty ? nil : name), "\(token)")
        }
        for wrong in ["=", "=2", "=2e", "=zz", "a.b", "a b", "=41", "=FF"] { #expect(SubjectToken.name(wrong) == nil) }
    }

    @Test(
        "a foreign subject is none of the fleet's",
        arguments: [
            "", ".", "say", "say.kitchen-7", "say.kitchen-7.speech.transcript.00.den", "say..speech.transcript.3f.den",
            "hear.a b.speech.partial.3f.den", "tell.kitchen-7.speech.partial.3f.den", "say.kitchen-7.Speech.3f.den",
            "say.kitchen-7.speech.transcript.3f.=", "$JS.API.INFO", "say.kitchen-7.catalog.3f.den",
        ])
    func foreign(subject: String) { #expect(LinkSubject(subject) == nil) }

    @Test("a subject that is longer than a server takes is none", arguments: ["x", "\u{4E00}"])
    func long(letter: String) throws {
        let site = try #require(site)
        let name = String(repeating: letter, count: 900 / SubjectToken.escaped(letter).utf8.count)
        let subject = try #require(LinkSubject(.say, site, Catalog.kind, .default, app: name))
        #expect(LinkSubject(subject.description) == subject)
        let longer = String(repeating: letter, count: 1024 / SubjectToken.escaped(letter).utf8.count)
        #expect(LinkSubject(.say, site, Catalog.kind, .default, app: longer) == nil)
        #expect(LinkSubject("say.kitchen-7.catalog.3f.default.\(SubjectToken.escaped(longer))") == nil)
    }

    @Test("a thousand sites with the same session spread over all buckets")
    func spread() throws {
        let buckets = (0..<2000).compactMap { SiteName(rawValue: "site-\($0)")?.qualified(.default)?.bucket }
        #expect(Set(buckets).count > 250)
    }

    @Test("an offer names role, site and session")
    func offer() throws {
        let site = try #require(site)
        let place = try #require(LinkSubject(.say, site, SpeechStarted.kind, .default))
        let offer = try #require(LinkSubject.Offer(place.offer(.transcribe)))
        #expect(offer.role == .transcribe && offer.place == place)
        #expect(LinkSubject.Offer("say.kitchen-7.link.offer.transcribe.00.default") == nil)
    }
}
