import Sound

/// Sound from a microphone.
public actor MicrophoneSource: AudioSource {
    /// The microphone.
    public nonisolated let device: AudioDevice

    private let capture: MicrophoneCapture
    private var position = 0

    /// Opens a microphone by index, name or part of its name (nil: the default); it records from now on.
    public init(device wanted: String? = nil) throws(SoundError) {
        capture = try MicrophoneCapture(device: wanted, rate: 16_000)
        device = capture.device
    }

    /// Gives the next block. Throws when the microphone is lost.
    public func next() async throws -> AudioBlock? {
        guard let block = try await capture.next() else { return nil }
        let start = position + block.lost
        position = start + block.samples.count
        return AudioBlock(samples: block.samples, source: device.name, position: start, lost: block.lost)
    }

    /// Lets go of the microphone.
    public func stop() async { await capture.stop() }
}
