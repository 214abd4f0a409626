import SaybusMessages

/// Invocations of the plainest command of a remote app.
struct AppExercise: Exercise {
    let input: any BusMessage.Type = CommandInvoked.self
    let ends = [CommandResponse.kind]

    private let call: CatalogCall

    /// - Parameter catalog: what the app publishes; a command of it will be carried out for real.
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
        // What cannot be read ends the wait, and fails as what it is.
        return (try? message.decode(CommandResponse.self).body)?.isTerminal ?? true
    }

    /// Another app's command, which must be left alone.
    var strange: CommandInvoked {
        CommandInvoked(app: "not-\(call.app)", type: call.type, parameters: [:], confidence: 1, text: call.text)
    }
}
