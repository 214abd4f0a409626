import SaybusMessages
import SaybusSound
import SaybusSupport

/// Audio from standard input or another descriptor: raw 16-bit little-endian mono samples.
///
/// Reading blocks its thread, so the actor runs on a queue of its own.
public actor StandardInputSource: AudioSource {
    private let executor = SerialQueueExecutor(label: "saybus.listening.standard-input")
    /// The queue for reading.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// The name of the source in its blocks.
    public nonisolated let name: String

    private let reader: RawPCMReader
    private var position = 0
    private var isOver = false

    /// Creates a source of samples that come in at `inputRate`, in hertz.
    public init(fileDescriptor: Int32 = 0, inputRate: Int = PCMFormat.speech.rate, name: String = "stdin")
        throws(SoundError)
    {
        reader = try RawPCMReader(fileDescriptor: fileDescriptor, inputRate: inputRate, rate: PCMFormat.speech.rate)
        self.name = name
    }

    /// Returns the next block.
    public func next() async throws -> AudioBlock? {
        guard !isOver else { return nil }
        let (samples, captured) = try await withTaskCancellationHandler {
            (try reader.read(PCMFormat.speech.frameLength), ContinuousClock.now - reader.waiting)
        } onCancel: {
            reader.interrupt()
        }
        try Task.checkCancellation()
        isOver = samples.count < PCMFormat.speech.frameLength
        defer { position += samples.count }
        var block = AudioBlock(
            samples: samples, source: name, position: position, isEnd: isOver, captured: captured)
        block.hasHalfSample = isOver && reader.hasHalfSample
        return block
    }

    /// Ends the stream here, on any thread; the samples read so far are the last block.
    public nonisolated func stop() { reader.interrupt() }
}
