import SaybusSkills

/// The skill that says hello.
public enum HelloSkill {
    /// Makes it; `en-US.json` is its interaction model.
    public static func make() -> CustomSkill {
        SkillBuilders.custom()
            .addRequestHandlers(
                LaunchRequestHandler(), HelloWorldIntentHandler(), HelpIntentHandler(), CancelAndStopIntentHandler(),
                FallbackIntentHandler(), TimeoutRequestHandler(), RepeatIntentHandler(), SessionEndedRequestHandler()
            )
            .addResponseInterceptors(LastSpeechInterceptor())
            .addErrorHandlers(ApologyHandler())
            .create()
    }
}
