import ArgumentParser
import AudioOutput
import Stage

/// `saybus-audio`
@main
struct SaybusAudio: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "saybus-audio",
        abstract: "Plays audio sequences: speech through espeak-ng, tones, silence.",
        discussion: """
            Hears audio.sequence, audio.control and turn.ended, reports audio.playback. A turn that expired is told in words.

            Examples: saybus-audio
                      saybus-audio --sink wav:answer.wav
                      saybus-audio --sink null --real-time

            Exit codes: 0 after SIGTERM or SIGINT, 64 bad usage, 69 no broker, no device, no voice, or a file that cannot be written.
            """)

    @Option(
        help: ArgumentHelp("Where the sound goes: wav:FILE, device, device:NAME or null.", valueName: "sink"),
        transform: { text in
            guard let choice = SinkChoice(text) else {
                throw ValidationError("--sink takes wav:FILE, device, device:NAME or null, not \"\(text)\".")
            }
            return choice
        })
    var sink: SinkChoice = .device(nil)

    @Flag(help: "Let null take as long as a loudspeaker would.")
    var realTime = false

    @Option(help: ArgumentHelp("The voice, by name or language.", valueName: "name"))
    var voice = "en-us"

    @Option(
        help: ArgumentHelp(
            "What to say when a turn took too long and nobody else says so; \"\" for nothing.", valueName: "text"))
    var expiredWords = AudioStage.defaultExpiredWords

    @OptionGroup var options: StageOptions

    func run() async throws {
        try await reportingFailure("saybus-audio") {
            let stage = AudioStage(
                sink: try sink.open(realTime: realTime), synthesizer: EspeakSynthesizer(voice: voice),
                expiredWords: expiredWords)
            try await StageRunner(role: "audio", engine: "espeak-ng", tracking: AudioStage.tracking, options: options)
                .run { try await stage.run($0) }
        }
    }
}
