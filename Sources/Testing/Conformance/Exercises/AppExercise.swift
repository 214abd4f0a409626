import SaybusMessages

/// Invocations of a remote app's command that needs the fewest parameters.
struct AppExercise: Exercise {
    let input: any BusMessage.Type = CommandInvoked.self
    let ends = [CommandResponse.kind]

    private let call: CatalogCall

    /// Creates an exercise with a command of a catalog; nil when the catalog has none that can be called.
    /// - Parameter catalog: The catalog of the app. The app really carries out one of its commands.
    init?(catalog: Catalog) {
        guard let call = CatalogCall(catalog) else { return nil }
        self.call = call
    }

    func question(_ number: Int) -> [any BusMessage] {
        [
            CommandInvoked(
                app: call.app, type: call.type, parameters: call.parameters, confidence: 1, matcher: call.pattern,
                text: call.text)
        ]
    }

    func isEnd(_ message: RawMessage) -> Bool {
        guard message.header.kind == CommandResponse.kind else { return false }
        // An unreadable response also ends the wait. The check then fails because of it.
        return (try? message.decode(CommandResponse.self).body)?.isTerminal ?? true
    }

    /// A command of another app, which the app must ignore.
    var foreignCommand: CommandInvoked {
        CommandInvoked(app: "not-\(call.app)", type: call.type, parameters: [:], confidence: 1, text: call.text)
    }

    /// A command of the app for another program that runs it, too.
    var siblingsCommand: CommandInvoked {
        CommandInvoked(
            app: call.app, type: call.type, parameters: call.parameters, confidence: 1, matcher: call.pattern,
            text: call.text, owner: Source(role: .app, instance: "conformance-sibling"))
    }
}
