import Foundation
import SaybusMessages
import SaybusSkills

/// Envelopes with all and with few members.
enum Samples {
    static let time = Timestamp(Date(timeIntervalSince1970: 1_795_284_426))
    static let resolutions = Resolutions(
        resolutionsPerAuthority: Resolutions.Status.Code.allCases.map { code in
            Resolutions.Resolution(
                authority: "amzn1.er-authority.echo-sdk.skill.SIZE", status: Resolutions.Status(code: code),
                values: code == .match
                    ? [
                        Resolutions.ValueWrapper(value: Resolutions.Value(name: "large", id: "L")),
                        Resolutions.ValueWrapper(value: Resolutions.Value(name: "huge", id: "H")),
                    ] : nil)
        })
    static let intent = Intent(
        name: "OrderIntent",
        slots: [
            "size": Slot(
                name: "size", value: "big", confirmationStatus: .denied, resolutions: resolutions,
                slotValue: .simple(SimpleSlotValue(value: "big", resolutions: resolutions))),
            "toppings": Slot(
                name: "toppings",
                slotValue: .list([
                    .simple(SimpleSlotValue(value: "ham")), .list([.simple(SimpleSlotValue(value: "corn"))]),
                ])),
            "when": Slot(name: "when", confirmationStatus: nil),
        ], confirmationStatus: .confirmed)

    static func context(user: String? = "user", application: String = "skill") -> Context {
        Context(
            system: SystemState(
                application: Application(applicationId: application),
                user: user.map { User(userId: $0, accessToken: "token", permissions: ["scopes": [:]]) },
                device: Device(
                    deviceId: "device", persistentEndpointId: "endpoint",
                    supportedInterfaces: SupportedInterfaces("AudioPlayer", "Display")),
                person: Person(personId: "person", accessToken: "secret"), unit: ["unitId": "kitchen"],
                apiEndpoint: "https://api.example", apiAccessToken: "key"),
            audioPlayer: AudioPlayerState(token: "song", offsetInMilliseconds: 5, playerActivity: .playing),
            other: ["Viewport": ["mode": "HUB"]])
    }

    static func envelope(
        _ request: Request, session: String? = "session", attributes: [String: JSONValue]? = nil, new: Bool = false,
        user: String? = "user", application: String = "skill"
    ) -> RequestEnvelope {
        let context = context(user: user, application: application)
        return RequestEnvelope(
            session: session.map {
                Session(
                    new: new, sessionId: $0, application: context.system.application, attributes: attributes,
                    user: context.system.user)
            }, context: context, request: request)
    }

    static func launch() -> Request { .launchRequest(LaunchRequest(requestId: "r", timestamp: time, locale: "en-US")) }

    static func intent(_ name: String, slots: [String: Slot]? = nil, dialogState: DialogState? = nil) -> Request {
        .intentRequest(
            IntentRequest(
                requestId: "r", timestamp: time, locale: "en-US", dialogState: dialogState,
                intent: Intent(name: name, slots: slots)))
    }

    /// At least one request of each known type except TimeoutRequest, which Alexa does not have. Some requests
    /// have few members.
    static let requests: [Request] =
        [
            launch(),
            .launchRequest(LaunchRequest(requestId: "r", timestamp: time, task: ["name": "AMAZON.PrintPDF"])),
            intent("HelloWorldIntent"),
            .sessionResumedRequest(
                SessionResumedRequest(
                    requestId: "r", timestamp: time,
                    cause: ["type": "ConnectionCompleted", "token": "t", "status": ["code": "200"]])),
            .canFulfillIntentRequest(
                CanFulfillIntentRequest(requestId: "r", timestamp: time, dialogState: .started, intent: intent)),
            .inputRequest(
                InputRequest(requestId: "r", timestamp: time, input: DialogInput(name: "i", slots: intent.slots))),
            .apiInvocationRequest(
                APIInvocationRequest(
                    requestId: "r", timestamp: time,
                    apiRequest: APIInvocationRequest.APIRequest(
                        name: "order", arguments: ["size": "L"],
                        slots: ["size": .simple(SimpleSlotValue(value: "big", resolutions: resolutions))]))),
            .playbackFailedRequest(PlaybackFailedRequest(requestId: "r", timestamp: time)),
            .exceptionEncounteredRequest(
                ExceptionEncounteredRequest(
                    requestId: "r", timestamp: time,
                    error: SessionEndedError(type: .invalidResponse, message: "too large"),
                    cause: ExceptionEncounteredRequest.Cause(requestId: "q"))),
        ]
        + DialogState.allCases.map {
            .intentRequest(
                IntentRequest(requestId: "r", timestamp: time, locale: "de-DE", dialogState: $0, intent: intent))
        }
        + SessionEndedRequest.Reason.allCases.map {
            .sessionEndedRequest(SessionEndedRequest(requestId: "r", timestamp: time, reason: $0))
        }
        + SessionEndedError.Kind.allCases.map {
            .sessionEndedRequest(
                SessionEndedRequest(
                    requestId: "r", timestamp: time, reason: .error, error: SessionEndedError(type: $0, message: "m")))
        }
        + PlaybackRequest.Event.allCases.map {
            .playbackRequest(
                PlaybackRequest($0, requestId: "r", timestamp: time, token: "song", offsetInMilliseconds: 70))
        }
        + PlaybackControllerRequest.Command.allCases.map {
            .playbackControllerRequest(PlaybackControllerRequest($0, requestId: "r", timestamp: time))
        }
        + PlaybackError.Kind.allCases.map {
            .playbackFailedRequest(
                PlaybackFailedRequest(
                    requestId: "r", timestamp: time, token: "song", error: PlaybackError(type: $0, message: "m"),
                    currentPlaybackState: AudioPlayerState(
                        token: "song", offsetInMilliseconds: 1, playerActivity: .idle)))
        }

    /// At least one directive of each known type.
    static let directives: [Directive] =
        [
            .delegate(DelegateDirective()), .delegate(DelegateDirective(updatedIntent: intent)),
            .elicitSlot(ElicitSlotDirective(slotToElicit: "size")),
            .elicitSlot(ElicitSlotDirective(slotToElicit: "size", updatedIntent: intent)),
            .confirmSlot(ConfirmSlotDirective(slotToConfirm: "size", updatedIntent: intent)),
            .confirmIntent(ConfirmIntentDirective()), .confirmIntent(ConfirmIntentDirective(updatedIntent: intent)),
            .stop,
            .updateDynamicEntities(UpdateDynamicEntitiesDirective(updateBehavior: .clear)),
            .updateDynamicEntities(
                UpdateDynamicEntitiesDirective(
                    updateBehavior: .replace,
                    types: [
                        UpdateDynamicEntitiesDirective.EntityType(
                            name: "SIZE",
                            values: [
                                UpdateDynamicEntitiesDirective.Entity(
                                    id: "M",
                                    name: UpdateDynamicEntitiesDirective.Entity.Name(value: "medium", synonyms: ["mid"])
                                ),
                                UpdateDynamicEntitiesDirective.Entity(
                                    name: UpdateDynamicEntitiesDirective.Entity.Name(value: "tiny")),
                            ])
                    ])),
        ]
        + DelegateRequestDirective.Period.Until.allCases.flatMap { until in
            [UpdatedRequest.intentRequest(intent), .inputRequest(DialogInput(name: "i", slots: intent.slots)), nil].map
            {
                Directive.delegateRequest(
                    DelegateRequestDirective(
                        target: "skill", period: DelegateRequestDirective.Period(until: until), updatedRequest: $0))
            }
        }
        + PlayBehavior.allCases.map {
            .play(
                PlayDirective(
                    playBehavior: $0,
                    audioItem: PlayDirective.AudioItem(
                        stream: PlayDirective.Stream(
                            url: "https://a.example/b", token: "song", expectedPreviousToken: "before",
                            offsetInMilliseconds: 9, captionData: ["content": "WEBVTT", "type": "WEBVTT"]),
                        metadata: ["title": "A song"])))
        }
        + ClearQueueDirective.ClearBehavior.allCases.map { .clearQueue(ClearQueueDirective(clearBehavior: $0)) }

    /// Responses with every kind of speech and card.
    static let responses: [Response] =
        [
            Response(), Response(shouldEndSession: true), Response(shouldEndSession: false),
            Response(outputSpeech: .plainText("words")), Response(outputSpeech: .ssml("<speak>words</speak>")),
            Response(card: .simple(title: "t", content: "c")), Response(card: .standard(title: "t", text: "c")),
            Response(card: .standard(title: "t", text: "c", image: CardImage(smallImageUrl: "s", largeImageUrl: "l"))),
            Response(card: .linkAccount), Response(card: .askForPermissionsConsent(permissions: ["p"])),
            Response(apiResponse: ["total": 12]), Response(experimentation: ["triggeredExperiments": ["e"]]),
            Response(directives: directives, shouldEndSession: false),
        ]
        + PlayBehavior.allCases.map {
            Response(
                outputSpeech: .ssml("<speak>words</speak>", playBehavior: $0),
                reprompt: Reprompt(outputSpeech: .plainText("again", playBehavior: $0), directives: directives))
        }
        + CanFulfillIntent.Answer.allCases.map {
            Response(
                canFulfillIntent: CanFulfillIntent(
                    canFulfill: $0,
                    slots: ["size": CanFulfillIntent.SlotAnswer(canUnderstand: $0, canFulfill: $0 == .maybe ? .no : $0)]
                ))
        }
        + directives.map { Response(directives: [$0]) }
}
