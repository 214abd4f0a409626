import ArgumentParser
import SaybusOperations
import SaybusStage
import SaybusTerminal

/// The `saybus listen` command.
struct ListenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "listen",
        abstract: "Lets a listening stage listen for one turn, as its button does, and prints the turn.",
        discussion: """
            For use by a key of the window manager, a switch at a GPIO pin, or a script. The stage may have been started with --push-to-talk or --wake; \
            with --continuous it listens anyway.

            Examples: saybus listen
                      saybus listen --session kitchen
                      saybus listen --hold           until Return is pressed, or standard input ends
                      saybus listen --toggle         until it is run once more: both presses of a key run the same command

            Ctrl-C withdraws the turn unless somebody speaks already, and releases what --hold or --toggle holds.

            Exit codes: 0 handled, 1 nothing heard, not understood or failed, 64 bad usage, 69 no broker, or no listening stage.
            """)

    @Flag(help: "Listen until a line, or the end, of standard input, rather than until the pause after the words.")
    var hold = false

    @Flag(help: "Listen until the same command is run once more, which ends the listening.")
    var toggle = false

    @Flag(help: "Listen for one turn. This is the default.")
    var once = false

    @Option(help: ArgumentHelp("The time to wait for speech to begin, in seconds.", valueName: "seconds"))
    var speechTimeout: Double = 8

    @OptionGroup var conversation: SessionOptions
    @OptionGroup var client: ClientOptions

    func validate() throws {
        _ = try duration(speechTimeout, option: "--speech-timeout")
    }

    func run() async throws {
        try await reportingFailure("saybus listen") {
            var options = Listen.Options()
            options.session = try conversation.parsed()
            options.speechTimeout = try duration(speechTimeout, option: "--speech-timeout")
            (options.wait, options.isHeld, options.isToggle) = (client.waitDuration, hold, toggle)
            options.catchesSignals = true
            let isHandled = try await Listen(at: client.address(), options: options).run {
                _ = await StandardInput.nextLine()
            }
            guard isHandled else { throw ExitCode(1) }
        }
    }
}
