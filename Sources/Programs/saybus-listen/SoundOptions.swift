import ArgumentParser
import SaybusListening

/// The options for processing the sound before speech detection.
struct SoundOptions: ParsableArguments {
    @Flag(
        help: """
            Detect speech while the assistant speaks, too. Start saybus-audio with --reference, which publishes the signal for echo \
            cancellation, and with --barge-in stop, which stops the assistant when the user speaks.
            """)
    var fullDuplex = false

    @Flag(inversion: .prefixedNo, help: "With --full-duplex, cancel the echo of the loudspeaker.")
    var echoCancellation = true

    @Option(
        help: ArgumentHelp(
            "The gain: -40 to 40 decibels, or auto, the default, which amplifies soft speech only.",
            valueName: "dB"),
        transform: { text in
            guard let gain = Gain(text) else {
                throw ValidationError("--gain takes auto or -40 to 40 decibels, not \"\(text)\".")
            }
            return gain
        })
    var gain: Gain?

    @Option(
        help: ArgumentHelp(
            "Pass the sound through a program with its arguments before anything else: it gets raw 16-bit little-endian mono PCM of 16 kHz, 20 ms at a time, and returns as much. Can be repeated.",
            valueName: "program"))
    var filter: [String] = []

    func validate() throws {
        guard !filter.contains(where: { $0.allSatisfy(\.isWhitespace) }) else {
            throw ValidationError("--filter takes a program and its arguments.")
        }
    }

    func apply(to options: inout ListenOptions) {
        options.isFullDuplex = fullDuplex
        options.cancelsEcho = echoCancellation
        options.gain = gain ?? .automatic
        options.processors = filter.map { CommandProcessor($0.split(separator: " ").map(String.init)) }
    }
}
