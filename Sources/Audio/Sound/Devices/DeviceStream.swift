import CSaybusPortAudio

/// An open stream of a device, mono, 16 bits. It is closed in the background once it is no longer referenced.
///
/// The state shared with the device's thread is in its ``DeviceLine``.
// Unchecked: nothing in it changes, and every call with the pointer is made under PortAudio's lock.
final class DeviceStream: @unchecked Sendable {
    /// The sample rate of the device, in hertz.
    let rate: Int
    /// The delay that the device reports between a sample in memory and its sound, in samples.
    let latency: Int

    private let pointer: UnsafeMutableRawPointer
    private let line: DeviceLine
    private let lease: PortAudioLibrary.Lease

    /// Opens a device at the wanted rate, or else at the device's own.
    /// - Parameter makeLine: A function that creates the line of the stream for a rate, before the device opens at it.
    init(
        _ device: AudioDevice, for use: AudioDevice.Use, rate wanted: Int, lease: PortAudioLibrary.Lease,
        makeLine: (Int) -> DeviceLine
    ) throws(SoundError) {
        var failure: PaError = 0
        var opened: (pointer: UnsafeMutableRawPointer, line: DeviceLine, rate: Int)?
        for rate in [wanted, device.defaultRate] where opened == nil && Resampler.rates.contains(rate) {
            let line = makeLine(rate)
            switch PortAudioLibrary.locked({ Self.open(device, use, rate, line) }) {
            case .success(let pointer): opened = (pointer, line, rate)
            case .failure(let error): failure = error.code
            }
        }
        guard let opened else {
            throw SoundError(
                .deviceRefused,
                "\"\(device.name)\" does not open for sound \(use.rawValue); another program may hold it.",
                cause: PortAudioLibrary.text(failure))
        }
        (pointer, line, rate) = opened
        self.lease = lease
        let info = Pa_GetStreamInfo(pointer)?.pointee
        let seconds = (use == .input ? info?.inputLatency : info?.outputLatency) ?? 0
        latency = Int(max(0, min(seconds.isFinite ? seconds : 0, 5)) * Double(rate))
    }

    deinit {
        // The device's thread uses the line, and the stream uses the library, until the stream is closed.
        let (address, line, lease) = (UInt(bitPattern: pointer), line, lease)
        PortAudioLibrary.close {
            let pointer = UnsafeMutableRawPointer(bitPattern: address)
            Pa_AbortStream(pointer)
            Pa_CloseStream(pointer)
            withExtendedLifetime((line, lease)) {}
        }
    }

    /// Starts the device.
    func start(_ name: String) throws(SoundError) {
        let code = PortAudioLibrary.locked { Pa_StartStream(pointer) }
        guard code == 0 else {
            throw SoundError(.deviceRefused, "\"\(name)\" does not start.", cause: PortAudioLibrary.text(code))
        }
    }

    private struct Refusal: Error { let code: PaError }

    private static func open(
        _ device: AudioDevice, _ use: AudioDevice.Use, _ rate: Int, _ line: DeviceLine
    ) -> Result<UnsafeMutableRawPointer, Refusal> {
        guard let index = PaDeviceIndex(exactly: device.index), let info = Pa_GetDeviceInfo(index)?.pointee else {
            return .failure(Refusal(code: paInvalidDevice.rawValue))
        }
        // Sound servers behind ALSA stutter with the few milliseconds that PortAudio calls low latency.
        let latency = use == .input ? max(info.defaultLowInputLatency, 0.04) : max(info.defaultLowOutputLatency, 0.1)
        var parameters = PaStreamParameters(
            device: index, channelCount: 1, sampleFormat: PaSampleFormat(paInt16), suggestedLatency: latency,
            hostApiSpecificStreamInfo: nil)
        var pointer: UnsafeMutableRawPointer?
        // The stream retains the line until it is closed.
        let context = Unmanaged.passUnretained(line).toOpaque()
        let code = withUnsafePointer(to: &parameters) { parameters in
            Pa_OpenStream(
                &pointer, use == .input ? parameters : nil, use == .output ? parameters : nil, Double(rate),
                UInt(rate / (use == .input ? 50 : 100)), PaStreamFlags(paNoFlag),
                { input, output, frames, times, status, context in
                    guard let context, let frames = Int(exactly: frames) else { return Int32(paAbort.rawValue) }
                    let line = Unmanaged<DeviceLine>.fromOpaque(context).takeUnretainedValue()
                    line.exchange(
                        input: UnsafeBufferPointer(
                            start: input?.assumingMemoryBound(to: Int16.self), count: input == nil ? 0 : frames),
                        output: UnsafeMutableBufferPointer(
                            start: output?.assumingMemoryBound(to: Int16.self), count: output == nil ? 0 : frames),
                        hasOverflown: status & PaStreamCallbackFlags(paInputOverflow) != 0,
                        time: times?.pointee.currentTime ?? 0, outputTime: times?.pointee.outputBufferDacTime ?? 0)
                    return Int32(paContinue.rawValue)
                }, context)
        }
        guard code == 0, let pointer else { return .failure(Refusal(code: code)) }
        Pa_SetStreamFinishedCallback(pointer) { context in
            guard let context else { return }
            Unmanaged<DeviceLine>.fromOpaque(context).takeUnretainedValue().finish()
        }
        return .success(pointer)
    }
}
