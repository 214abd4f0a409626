import SaybusSkills

/// A skill that says hello.
public enum HelloSkill {
    /// Returns the skill. `en-US.json` is its interaction model.
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
