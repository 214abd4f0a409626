import SaybusSkills
import Testing

@Suite("Alexa's helpers for envelopes")
struct AlexaTests {
    private let list = SlotValue.list([
        .simple(SimpleSlotValue(value: "ham")),
        .list([.simple(SimpleSlotValue(value: "corn")), .list([]), .simple(SimpleSlotValue(value: "fish"))]),
        .simple(SimpleSlotValue(value: "cheese")),
    ])
    private var order: RequestEnvelope {
        Samples.envelope(
            Samples.intent(
                "OrderIntent",
                slots: [
                    "size": Slot(name: "size", value: "big"), "count": Slot(name: "count", value: "?"),
                    "toppings": Slot(name: "toppings", slotValue: list),
                ], dialogState: .started), new: true)
    }
    private let launch = Samples.envelope(Samples.launch())
    private let outside = RequestEnvelope(
        context: Context(system: SystemState(application: Application(applicationId: "skill"))),
        request: .playbackRequest(PlaybackRequest(.started, requestId: "r", timestamp: Samples.time)))

    @Test("the accessors return a request's type, locale, user, device, tokens and interfaces")
    func anyRequest() {
        #expect(Alexa.getRequestType(order) == "IntentRequest")
        #expect(Alexa.getLocale(order) == "en-US")
        #expect(Alexa.getUserId(order) == "user")
        #expect(Alexa.getDeviceId(order) == "device")
        #expect(Alexa.getAccountLinkingAccessToken(order) == "token")
        #expect(Alexa.getApiAccessToken(order) == "key")
        #expect(Alexa.getSupportedInterfaces(order).audioPlayer)
        #expect(!Alexa.getSupportedInterfaces(order).contains("VideoApp"))
    }

    @Test("missing values are nil or empty")
    func absent() {
        #expect(Alexa.getLocale(outside) == nil)
        #expect(Alexa.getUserId(outside) == nil)
        #expect(Alexa.getDeviceId(outside) == nil)
        #expect(Alexa.getAccountLinkingAccessToken(outside) == nil)
        #expect(Alexa.getApiAccessToken(outside) == nil)
        #expect(Alexa.getSupportedInterfaces(outside) == SupportedInterfaces())
    }

    @Test("the accessors return an intent's name, dialog state and slots")
    func intent() throws {
        #expect(try Alexa.getIntentName(order) == "OrderIntent")
        #expect(try Alexa.getDialogState(order) == .started)
        #expect(try Alexa.getSlot(order, "size")?.name == "size")
        #expect(try Alexa.getSlot(order, "colour") == nil)
        #expect(try Alexa.getSlotValue(order, "size") == "big")
        #expect(try Alexa.getSlotValue(order, "count") == nil)
        #expect(try Alexa.getSlotValue(order, "colour") == nil)
        #expect(try Alexa.getSlotValueV2(order, "toppings") == list)
        #expect(try Alexa.getSlotValueV2(order, "size") == nil)
        #expect(Alexa.getRequest(order, as: IntentRequest.self)?.intent.name == "OrderIntent")
        #expect(Alexa.getRequest(order, as: LaunchRequest.self) == nil)
    }

    @Test("accessors of an intent throw for all other requests, including CanFulfillIntentRequest")
    func noIntent() throws {
        let probe = Samples.envelope(
            .canFulfillIntentRequest(
                CanFulfillIntentRequest(requestId: "r", timestamp: Samples.time, intent: Samples.intent)), session: nil)
        for envelope in [launch, probe] {
            let calls: [(RequestEnvelope) throws -> Void] = [
                { _ = try Alexa.getIntentName($0) }, { _ = try Alexa.getDialogState($0) },
                { _ = try Alexa.getSlot($0, "size") }, { _ = try Alexa.getSlotValue($0, "size") },
                { _ = try Alexa.getSlotValueV2($0, "size") },
            ]
            for call in calls {
                let error = #expect(throws: SkillError.self) { try call(envelope) }
                #expect(error?.code == .noIntent)
            }
        }
    }

    @Test("nested lists of values are flattened in order")
    func simpleValues() {
        #expect(Alexa.getSimpleSlotValues(list).map(\.value) == ["ham", "corn", "fish", "cheese"])
        #expect(Alexa.getSimpleSlotValues(.simple(SimpleSlotValue(value: "ham"))).map(\.value) == ["ham"])
        #expect(Alexa.getSimpleSlotValues(.list([])).isEmpty)
    }

    @Test("isNewSession throws outside of sessions")
    func newSession() throws {
        #expect(try Alexa.isNewSession(order))
        #expect(try !Alexa.isNewSession(launch))
        let error = #expect(throws: SkillError.self) { try Alexa.isNewSession(outside) }
        #expect(error?.code == .noSession)
    }
}
