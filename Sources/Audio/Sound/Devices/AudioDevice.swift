/// A sound device: a microphone, a loudspeaker, or both.
public struct AudioDevice: Sendable, Equatable {
    /// The device's index in PortAudio's list. It may change when devices are plugged in or unplugged.
    let index: Int
    /// The device's name.
    public let name: String
    /// The sound system that gives access to the device: ALSA, JACK, Core Audio.
    let hostAPI: String
    /// The number of channels that the device can record.
    let inputs: Int
    /// The number of channels that the device can play.
    let outputs: Int
    /// The device's preferred sample rate, in hertz.
    let defaultRate: Int
    /// Whether the device is used for recording when no device is named.
    let isDefaultInput: Bool
    /// Whether the device is used for playing when no device is named.
    let isDefaultOutput: Bool

    /// A use of a device.
    public enum Use: String, Sendable, CaseIterable {
        /// Recording from a microphone.
        case input
        /// Playing on a loudspeaker.
        case output
    }

    /// Returns whether the device has a channel for a use.
    public func serves(_ use: Use) -> Bool { use == .input ? inputs > 0 : outputs > 0 }

    /// Returns whether the device is the default for a use.
    public func isDefault(_ use: Use) -> Bool { use == .input ? isDefaultInput : isDefaultOutput }
}
