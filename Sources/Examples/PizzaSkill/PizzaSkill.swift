import SaybusMessages
import SaybusSkillHosting
import SaybusSkills

/// The skill of `deploy/examples/pizza-place`. `deploy/python/pizza_skill.py` is the same skill with Amazon's
/// SDK for Python.
@main
struct PizzaSkill: SkillApp {
    static let name = "pizza-place"
    static let abstract = "Takes orders of pizzas: asks, checks, confirms."

    static var skill: any Skill {
        SkillBuilders.custom()
            .addRequestHandler("LaunchRequest") { $0.ask("Welcome to the pizza place. What would you like?") }
            .addRequestHandlers(OrderingHandler(), OrderedHandler())
            .addRequestHandler("LastOrderIntent") { input in
                let attributes = try input.attributesManager.getSessionAttributes()
                guard case .string(let order)? = attributes["order"] else {
                    return input.ask("Nothing yet. What would you like?")
                }
                return input.ask("\(order). Anything else?")
            }
            .addRequestHandler("RateIntent") { input in
                let stars = try input.canonical("stars").flatMap(Int.init) ?? 0
                return input.end("Thank you for \(OrderedHandler.word(stars)) stars. Goodbye.")
            }
            .addRequestHandler("AMAZON.HelpIntent") { $0.ask(HandlerInput.example) }
            .addRequestHandler("AMAZON.FallbackIntent") { $0.ask("I only know pizza. \(HandlerInput.example)") }
            .addRequestHandler("AMAZON.StopIntent") { $0.end("Goodbye.") }
            .addRequestHandler("AMAZON.CancelIntent") { $0.end("Goodbye.") }
            .addRequestHandler("SessionEndedRequest") { $0.responseBuilder.getResponse() }
            .create()
    }
}
