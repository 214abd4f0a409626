import ArgumentParser
import SaybusAudioOutput
import SaybusMessages
import SaybusPhrases
import SaybusStage
import SaybusTerminal

/// The `saybus-audio` program.
@main
struct AudioMain: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "saybus-audio",
        abstract: "Plays audio sequences: speech, tones, sound files, silence.",
        discussion: """
            Subscribes to audio.sequence, audio.control and turn.ended; publishes audio.playback. When a turn expires or fails without \
            an answer, the stage says so aloud. Of several tracks only the one with the highest priority is played; the others \
            are paused, or played softly with --duck.

            Examples: saybus-audio
                      saybus-audio --sink wav:answer.wav
                      saybus-audio --sink raw | aplay -f S16_LE -r 22050
                      saybus-audio --sink null --real-time
                      saybus-audio --duck 15 --sounds /usr/share/sounds
                      saybus-audio --sink bus --session bedroom; on the other machine: saybus-audio --from-bus --session bedroom
                      saybus-audio --engine auto --voices
                      saybus-audio --engine auto
                      saybus-audio --engine flite --voice rms
                      saybus-audio --engine wyoming --address tcp://localhost:10200
                      saybus-audio --engine command -- piper --model voice.onnx --output-raw

            Exit codes: 0 after SIGTERM, SIGINT or SIGHUP, 64 bad usage, 69 no broker or engine, 74 a file cannot be written, 78 an unknown \
            voice, an invalid key, policy or language file. A missing loudspeaker is not an error: the stage looks for it until it appears.
            """,
        version: ProjectVersion.current)

    @Option(
        help: ArgumentHelp("The sound's destination: \(SinkChoice.usage).", valueName: "sink"),
        transform: { text in
            guard let choice = SinkChoice(text) else {
                throw ValidationError("--sink takes \(SinkChoice.usage), not \"\(text)\".")
            }
            return choice
        })
    var sink: SinkChoice = .device(nil)

    @Flag(help: "Make the sink null take as long as a loudspeaker would.")
    var realTime = false

    @Option(
        help: ArgumentHelp(
            "The sentence to speak when a turn expires unanswered, if not the usual one; \"\" for none.",
            valueName: "text"))
    var expiredWords: String?

    @Option(
        help: ArgumentHelp(
            "The sentence to speak when a turn has failed and no dispatcher says so, if not the usual one; \"\" for none.",
            valueName: "text")
    )
    var failedWords: String?

    @Option(
        help: ArgumentHelp(
            "Play lower-priority tracks this many decibels softer beside a higher one, instead of pausing them.",
            valueName: "dB"))
    var duck: Double?

    @Option(
        help: ArgumentHelp(
            "The effect of the user's speech on interruptible sound (barge-in): none, pause or stop. A sequence may override it.",
            valueName: "what"))
    var bargeIn: AudioSequence.BargeIn?

    @Option(
        help: ArgumentHelp(
            "A folder with sound files. Can be repeated; folders are searched in this order. INSTANCE=FOLDER is searched first, for sequences of that instance only.",
            valueName: "[instance=]folder"))
    var sounds: [String] = []

    @Flag(help: "Do not fetch the sounds of https addresses, which apps and skills may name.")
    var noWebSounds = false

    @Flag(help: "Publish the loudspeaker's signal as audio.output, the reference for echo cancellation.")
    var reference = false

    @Flag(help: "Run as a remote speaker: play only what an audio stage with --sink bus publishes in this session.")
    var fromBus = false

    @Flag(help: "List the voices and exit.")
    var voices = false

    @Flag(help: "Print JSON, with --voices.")
    var json = false

    @Flag(help: "List the loudspeakers and exit.")
    var devices = false

    @OptionGroup var voice: VoiceOptions
    @OptionGroup var replica: ReplicaOptions
    @OptionGroup var options: StageOptions

    func validate() throws {
        if json, !voices { throw ValidationError("--json goes with --voices.") }
        if fromBus, sink == .bus { throw ValidationError("--from-bus plays here: it needs another --sink than bus.") }
        // --sink bus publishes audio.output already, and the echo canceller must receive each sample only once.
        if reference, fromBus || sink == .bus {
            throw ValidationError("--reference goes with a sink here; --sink bus publishes audio.output anyway.")
        }
        if let duck, !(0...100).contains(duck) { throw ValidationError("--duck takes 0 to 100 decibels.") }
    }

    func run() async throws {
        try await reportingFailure("saybus-audio") {
            let synthesizer = try voice.synthesizer()
            if voices {
                let others = voice.engine == .auto ? InstallableVoices.all() : []
                return TextOutput.standardOutput.line(
                    json
                        ? try await AudioListing.json(of: synthesizer, others: others)
                        : try await AudioListing.voices(of: synthesizer, others: others))
            }
            if devices { return TextOutput.standardOutput.line(try await AudioListing.devices()) }
            if fromBus {
                try Language.checkChosen()
                return try await StageRunner(
                    role: SpeakerStage.role, options: options, replicaMode: replica.replicaMode
                )
                .run { [sink, realTime] context in
                    try await SpeakerStage(sink: sink.open(realTime: realTime, on: context)).run(context)
                }
            }
            try await synthesizer.prepareForStart()
            var playing = SequencePlayer.Options()
            (playing.duck, playing.bargeIn, playing.chosenVoice) = (duck, bargeIn, voice.voice)
            playing.sounds = SoundFolders(sounds.map { SoundFolders.Entry($0) })
            playing.fetchesSounds = !noWebSounds
            let stage = AudioStage(
                sink: { [sink, realTime] in try await sink.open(realTime: realTime, on: $0) }, synthesizer: synthesizer,
                options: playing,
                expiredWords: expiredWords, failedWords: failedWords, publishesReference: reference)
            try Language.checkChosen()
            try await StageRunner(
                role: .audio, engine: voice.engine.rawValue, tracking: AudioStage.tracking, options: options,
                replicaMode: replica.replicaMode
            ).run { try await stage.run($0) }
        }
    }
}

extension AudioSequence.BargeIn: ExpressibleByArgument {}
