import CSaybusPortAudio

/// The sound devices of this machine.
public enum AudioDevices {
    /// The time that a sound server has to answer.
    private static let timeout = Duration.seconds(5)

    /// Returns the devices that are connected now. This takes about 100 ms.
    /// - Throws: ``SoundError``, with code `deviceLost` when the sound server hangs.
    public static func list() async throws -> [AudioDevice] {
        try await TimedOpening<[AudioDevice]>("The list of sound devices").open(within: timeout) { try listed() }
    }

    /// Returns the connected devices. Blocks the calling thread, without a time limit.
    static func listed() throws(SoundError) -> [AudioDevice] {
        let lease = try PortAudioLibrary.Lease()
        return withExtendedLifetime(lease) { PortAudioLibrary.locked { read() } }
    }

    /// Returns the device for a use that matches `wanted`.
    /// - Parameters:
    ///   - wanted: The device's index, its name, or a part of its name in any case; nil means the default one.
    ///   - use: The use.
    ///   - devices: The devices to choose from.
    static func find(
        _ wanted: String?, for use: AudioDevice.Use, in devices: [AudioDevice]
    ) throws(SoundError) -> AudioDevice {
        let able = devices.filter { $0.serves(use) }
        guard !able.isEmpty else {
            let what = use == .input ? "microphone" : "loudspeaker"
            throw SoundError(
                .noDevice,
                """
                There is no \(what) on this machine. Plug one in; or install PulseAudio or PipeWire and libasound2-plugins, so that \
                ALSA reaches it; or work with a file instead.
                """)
        }
        guard let wanted, !wanted.isEmpty else { return able.first { $0.isDefault(use) } ?? able[0] }
        let lower = wanted.lowercased()
        if let match = able.first(where: { $0.name == wanted || String($0.index) == wanted })
            ?? able.first(where: { $0.name.lowercased().contains(lower) })
        {
            return match
        }
        let names = able.map { "\($0.index) \"\($0.name)\"" }.joined(separator: ", ")
        throw SoundError(.noDevice, "No device for sound \(use.rawValue) is called \"\(wanted)\"; there are: \(names).")
    }

    /// Reads PortAudio's list. Call it only under PortAudio's lock and with a lease.
    private static func read() -> [AudioDevice] {
        let defaults = (input: Int(Pa_GetDefaultInputDevice()), output: Int(Pa_GetDefaultOutputDevice()))
        return (0..<max(0, Pa_GetDeviceCount())).compactMap { index in
            guard let info = Pa_GetDeviceInfo(index)?.pointee else { return nil }
            return AudioDevice(
                index: Int(index), name: info.name.map { String(cString: $0) } ?? "device \(index)",
                hostAPI: Pa_GetHostApiInfo(info.hostApi)?.pointee.name.map { String(cString: $0) } ?? "unknown",
                inputs: Int(info.maxInputChannels), outputs: Int(info.maxOutputChannels),
                defaultRate: Int(info.defaultSampleRate), isDefaultInput: Int(index) == defaults.input,
                isDefaultOutput: Int(index) == defaults.output)
        }
    }
}
