import SaybusMessages
import SaybusSkills
import Testing

@Suite("Limits of responses")
struct ResponseLimitsTests {
    private func text(_ count: Int) -> String { String(repeating: "a", count: count) }
    private func exceeded(_ response: Response) -> [String] { ResponseEnvelope(response: response).exceededLimits }

    @Test("a value at its limit passes, and a larger one is reported with its name and size")
    func limits() {
        let speech = "<speak>".count + "</speak>".count
        for (size, message) in [(0, nil), (1, "8001, more than 8000")] as [(Int, String?)] {
            let builders: [ResponseBuilder] = [
                ResponseBuilder().speak(text(8000 - speech + size)),
                ResponseBuilder().reprompt(text(8000 - speech + size)),
                ResponseBuilder().withSimpleCard(text(4000), text(4000 + size)),
                ResponseBuilder().addAudioPlayerPlayDirective(.enqueue, url: text(8000 + size), token: "t"),
            ]
            for builder in builders {
                let found = exceeded(builder.getResponse())
                #expect(found.count == size)
                #expect(found.allSatisfy { $0.hasSuffix(message ?? "") })
            }
            #expect(
                exceeded(ResponseBuilder().withStandardCard("", "", smallImageUrl: text(2000 + size)).getResponse())
                    .count == size)
            let play = ResponseBuilder().addAudioPlayerPlayDirective(.enqueue, url: "u", token: text(1024 + size))
            #expect(exceeded(play.getResponse()).count == size)
        }
    }

    @Test("synonyms count as values")
    func entities() {
        func update(_ count: Int) -> Response {
            let entity = UpdateDynamicEntitiesDirective.Entity(
                name: UpdateDynamicEntitiesDirective.Entity.Name(value: "v", synonyms: ["a", "b", "c"]))
            let type = UpdateDynamicEntitiesDirective.EntityType(
                name: "T", values: Array(repeating: entity, count: count))
            return ResponseBuilder().addUpdateDynamicEntitiesDirective(.replace, types: [type]).getResponse()
        }
        #expect(exceeded(update(25)) == [])
        #expect(exceeded(update(26)).count == 1)
    }

    @Test("session attributes count toward the size of the answer")
    func whole() throws {
        var envelope = ResponseEnvelope(sessionAttributes: ["a": ""], response: Response())
        let size = try envelope.json().count
        envelope.sessionAttributes = ["a": .string(text(24 * 1024 - size))]
        #expect(envelope.exceededLimits == [])
        envelope.sessionAttributes = ["a": .string(text(24 * 1024 - size + 1))]
        #expect(envelope.exceededLimits == ["the answer, in bytes, has 24577, more than 24576"])
    }
}
