import SaybusSkillHosting
import SaybusSkills

/// Says hello: the skill that `saybus new skill NAME --swift` begins with.
@main
struct HelloSingle: SkillApp {
    static let name = "hello-world"
    static let abstract = "Says hello."

    static var skill: any Skill {
        SkillBuilders.custom()
            .addRequestHandler("LaunchRequest") { input in
                input.responseBuilder.speak("Welcome! You can say hello.").reprompt("Say hello, or stop.").getResponse()
            }
            .addRequestHandler("HelloWorldIntent") { input in
                input.responseBuilder.speak("Hello World!").withShouldEndSession(true).getResponse()
            }
            .addRequestHandler("AMAZON.StopIntent") { input in
                input.responseBuilder.speak("Goodbye!").withShouldEndSession(true).getResponse()
            }
            .addRequestHandler("AMAZON.CancelIntent") { input in
                input.responseBuilder.speak("Goodbye!").withShouldEndSession(true).getResponse()
            }
            .addRequestHandler("AMAZON.HelpIntent") { input in
                input.responseBuilder.speak("Say hello, and I will say it too.").reprompt("Say hello.").getResponse()
            }
            .addRequestHandler("AMAZON.FallbackIntent") { input in
                input.responseBuilder.speak("I only know hello.").reprompt("Say hello, or stop.").getResponse()
            }
            .create()
    }
}
