import ArgumentParser
import SaybusListening

/// The options for processing the sound before speech detection.
struct SoundOptions: ParsableArguments {
    @Flag(
        help: """
            Hear the user while the assistant speaks, too; start the loudspeaker with saybus-audio --reference, by which its sound is taken out, \
            and --barge-in stop, with which the assistant stops when spoken to.
            """)
    var fullDuplex = false

    @Flag(inversion: .prefixedNo, help: "With --full-duplex, take what the loudspeaker plays out of the sound.")
    var echoCancellation = true

    @Option(
        help: ArgumentHelp(
            "Make the sound louder: decibels from -40 to 40, 0 for not at all, or auto, the default: only soft speech.",
            valueName: "dB"),
        transform: { text in
            guard let gain = Gain(text) else {
                throw ValidationError("--gain takes auto or -40 to 40 decibels, not \"\(text)\".")
            }
            return gain
        })
    var gain: Gain?

    func apply(to options: inout ListenOptions) {
        options.isFullDuplex = fullDuplex
        options.cancelsEcho = echoCancellation
        options.gain = gain ?? .automatic
    }
}
