/// A microphone, a loudspeaker, or both.
public struct AudioDevice: Sendable, Equatable {
    /// Its number in PortAudio's list; it may change when devices come and go.
    public let index: Int
    /// Its name.
    public let name: String
    /// Through what it is reached: ALSA, JACK, Core Audio.
    public let hostAPI: String
    /// How many channels it can record.
    public let inputs: Int
    /// How many channels it can play.
    public let outputs: Int
    /// The rate it likes best, in hertz.
    public let defaultRate: Int
    /// Whether sound is recorded from it when no device is named.
    public let isDefaultInput: Bool
    /// Whether sound is played on it when no device is named.
    public let isDefaultOutput: Bool

    /// What a device is wanted for.
    public enum Use: String, Sendable, CaseIterable {
        /// As a microphone.
        case input
        /// As a loudspeaker.
        case output
    }

    /// Whether it has a channel for this use.
    public func serves(_ use: Use) -> Bool { use == .input ? inputs > 0 : outputs > 0 }

    /// Whether it is the default for this use.
    public func isDefault(_ use: Use) -> Bool { use == .input ? isDefaultInput : isDefaultOutput }
}
