import SaybusMessages
import SaybusSkills
import Testing

@Suite("ResponseBuilder")
struct ResponseBuilderTests {
    private let builder = ResponseBuilder()

    @Test(
        "speech is trimmed and wrapped in one <speak> element",
        arguments: [
            ("Hello", "<speak>Hello</speak>"), ("  <speak> Hello </speak>\n", "<speak>Hello</speak>"),
            ("", "<speak></speak>"), ("<speak></speak>", "<speak></speak>"), ("<speak>", "<speak><speak></speak>"),
            ("<speak>a</speak> and", "<speak><speak>a</speak> and</speak>"),
            ("<speak><speak>a</speak></speak>", "<speak><speak>a</speak></speak>"), ("a & b", "<speak>a & b</speak>"),
        ])
    func speak(text: String, ssml: String) {
        #expect(builder.speak(text).getResponse() == Response(outputSpeech: .ssml(ssml)))
        #expect(builder.reprompt(text).getResponse().reprompt == Reprompt(outputSpeech: .ssml(ssml)))
    }

    @Test("a later speech replaces an earlier one with its play behaviour, and leaves shouldEndSession unset")
    func lastSpeech() {
        let response = builder.speak("a", playBehavior: .enqueue).speak("b", playBehavior: .replaceAll).getResponse()
        #expect(response == Response(outputSpeech: .ssml("<speak>b</speak>", playBehavior: .replaceAll)))
        #expect(builder.speak("c").getResponse().outputSpeech?.playBehavior == nil)
    }

    @Test(
        "special characters are escaped once",
        arguments: [
            ("Fish & Chips", "Fish &amp; Chips"), ("a < b > c", "a &lt; b &gt; c"),
            ("\"it's\"", "&quot;it&apos;s&quot;"), ("it&apos;s &amp; it&quot;s", "it&apos;s &amp; it&quot;s"),
            ("&apos;]", "&apos;]"), ("&nbsp;", "&amp;nbsp;"), ("", ""), ("&amp;amp;", "&amp;amp;"),
            ("ü 👍🏽 &", "ü 👍🏽 &amp;"), ("a <\u{301}b &\u{200D}c", "a &lt;\u{301}b &amp;\u{200D}c"),
        ])
    func escaping(text: String, escaped: String) {
        #expect(Alexa.escapeXmlCharacters(text) == escaped)
        #expect(Alexa.escapeXmlCharacters(escaped) == escaped)
        #expect(builder.speak(text: text).getResponse().outputSpeech?.content == "<speak>\(escaped)</speak>")
        let reprompt = builder.reprompt(text: text).getResponse().reprompt?.outputSpeech
        #expect(reprompt?.content == "<speak>\(escaped)</speak>")
    }

    @Test("a reprompt keeps the session open; the last call of reprompt or withShouldEndSession counts")
    func shouldEndSession() {
        #expect(ResponseBuilder().speak("a").getResponse().shouldEndSession == nil)
        #expect(ResponseBuilder().reprompt("a").getResponse().shouldEndSession == false)
        #expect(ResponseBuilder().withShouldEndSession(true).reprompt("a").getResponse().shouldEndSession == false)
        #expect(ResponseBuilder().reprompt("a").withShouldEndSession(true).getResponse().shouldEndSession == true)
        #expect(ResponseBuilder().addDirectiveToReprompt(.stop).getResponse().shouldEndSession == false)
    }

    @Test("with a video shouldEndSession stays unset, whatever the order of calls")
    func video() {
        let steps: [(ResponseBuilder) -> ResponseBuilder] = [
            { $0.addVideoAppLaunchDirective(source: "v", title: "t") }, { $0.reprompt("a") },
            { $0.withShouldEndSession(true) }, { $0.addDirectiveToReprompt(.stop) },
        ]
        for first in steps.indices {
            for second in steps.indices where second != first && (first == 0 || second == 0) {
                let response = steps[second](steps[first](ResponseBuilder())).getResponse()
                #expect(response.shouldEndSession == nil, "\(first), \(second)")
            }
        }
        let item: JSONValue = ["source": "v", "metadata": ["title": "t"]]
        #expect(
            steps[0](builder).getResponse().directives
                == [.unknown(RawObject(type: "VideoApp.Launch", members: ["videoItem": item]))])
    }

    @Test("a reprompt's speech keeps its directives, and its directives keep the speech")
    func repromptDirectives() {
        let response = builder.addDirectiveToReprompt(.stop).reprompt("a").addDirectiveToReprompt(.stop).getResponse()
        #expect(response.reprompt == Reprompt(outputSpeech: .ssml("<speak>a</speak>"), directives: [.stop, .stop]))
    }

    @Test("a later card replaces an earlier one")
    func cards() {
        #expect(builder.withSimpleCard("t", "c").getResponse().card == .simple(title: "t", content: "c"))
        #expect(builder.withStandardCard("t", "c").getResponse().card == .standard(title: "t", text: "c"))
        #expect(
            builder.withStandardCard("t", "c", largeImageUrl: "l").getResponse().card
                == .standard(title: "t", text: "c", image: CardImage(largeImageUrl: "l")))
        #expect(builder.withLinkAccountCard().getResponse().card == .linkAccount)
        #expect(
            builder.withAskForPermissionsConsentCard(["p"]).getResponse().card
                == .askForPermissionsConsent(permissions: ["p"]))
    }

    @Test("directives keep the order in which they were added")
    func directives() {
        let intent = Samples.intent
        let type = UpdateDynamicEntitiesDirective.EntityType(name: "SIZE", values: [])
        let response = builder.addDelegateDirective().addDelegateDirective(intent)
            .addElicitSlotDirective("size").addElicitSlotDirective("size", intent)
            .addConfirmSlotDirective("size", intent).addConfirmIntentDirective(intent)
            .addDelegateRequestDirective(target: "skill", until: .nextTurn, updatedRequest: .intentRequest(intent))
            .addUpdateDynamicEntitiesDirective(.replace, types: [type])
            .addAudioPlayerStopDirective().addAudioPlayerClearQueueDirective(.clearEnqueued)
            .addHintDirective("hi").addRenderTemplateDirective(["type": "BodyTemplate1"])
            .getResponse()
        #expect(
            response.directives == [
                .delegate(DelegateDirective()), .delegate(DelegateDirective(updatedIntent: intent)),
                .elicitSlot(ElicitSlotDirective(slotToElicit: "size")),
                .elicitSlot(ElicitSlotDirective(slotToElicit: "size", updatedIntent: intent)),
                .confirmSlot(ConfirmSlotDirective(slotToConfirm: "size", updatedIntent: intent)),
                .confirmIntent(ConfirmIntentDirective(updatedIntent: intent)),
                .delegateRequest(
                    DelegateRequestDirective(
                        target: "skill", period: DelegateRequestDirective.Period(until: .nextTurn),
                        updatedRequest: .intentRequest(intent))),
                .updateDynamicEntities(UpdateDynamicEntitiesDirective(updateBehavior: .replace, types: [type])),
                .stop, .clearQueue(ClearQueueDirective(clearBehavior: .clearEnqueued)),
                .unknown(RawObject(type: "Hint", members: ["hint": ["type": "PlainText", "text": "hi"]])),
                .unknown(
                    RawObject(type: "Display.RenderTemplate", members: ["template": ["type": "BodyTemplate1"]])),
            ])
        #expect(response.shouldEndSession == nil)
    }

    @Test("the expected previous token is sent only when a stream is enqueued", arguments: PlayBehavior.allCases)
    func play(behavior: PlayBehavior) throws {
        let response = builder.addAudioPlayerPlayDirective(
            behavior, url: "u", token: "t", offsetInMilliseconds: 3, expectedPreviousToken: "s",
            metadata: ["title": "T"]
        ).getResponse()
        let stream = PlayDirective.Stream(
            url: "u", token: "t", expectedPreviousToken: behavior == .enqueue ? "s" : nil, offsetInMilliseconds: 3)
        let item = PlayDirective.AudioItem(stream: stream, metadata: ["title": "T"])
        #expect(response.directives == [.play(PlayDirective(playBehavior: behavior, audioItem: item))])
    }

    @Test("the builder sets answers to CanFulfillIntentRequest and to API invocations")
    func answers() {
        let can = CanFulfillIntent(canFulfill: .maybe)
        let response = builder.withCanFulfillIntent(can).withApiResponse(["total": 3]).getResponse()
        #expect(response == Response(apiResponse: ["total": 3], canFulfillIntent: can))
    }
}
