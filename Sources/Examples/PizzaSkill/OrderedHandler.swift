import SaybusMessages
import SaybusSkills

/// A handler that accepts an order whose dialog is complete, or drops an order that the user has denied.
struct OrderedHandler: RequestHandler {
    func canHandle(handlerInput: HandlerInput) -> Bool {
        handlerInput.requestEnvelope.request.intent?.name == "OrderIntent"
    }

    func handle(handlerInput: HandlerInput) throws -> Response {
        guard handlerInput.requestEnvelope.request.intent?.confirmationStatus == .confirmed else {
            return handlerInput.ask("All right, nothing is ordered. What would you like?")
        }
        let count = Self.word(try handlerInput.canonical("count").flatMap(Int.init) ?? 0)
        let size = try handlerInput.canonical("size") ?? ""
        let topping = try handlerInput.canonical("topping") ?? ""
        let order = "\(count.prefix(1).uppercased())\(count.dropFirst()), \(size), with \(topping)"
        let attributes = try handlerInput.attributesManager.getSessionAttributes()
        attributes["order"] = .string(order)
        return handlerInput.ask("\(order): ready in ten minutes. Anything else?")
    }

    /// Returns a small number as a word.
    static func word(_ number: Int) -> String {
        let words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
        return words.indices.contains(number) ? words[number] : "\(number)"
    }
}
