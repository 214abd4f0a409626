/// The task of a program on the bus, such as ``transcribe``. The set of roles is open: a stage of your own may have a
/// role of its own, `Role("doorbell")`.
///
/// Any text can be a role, so that a report about a wrong one can name it. Only a role that is `[A-Za-z0-9._-]{1,64}`
/// can be that of a ``Source``. In messages, a role is a string.
public struct Role: RawRepresentable, Sendable, Hashable, Codable, CodingKeyRepresentable, CustomStringConvertible {
    /// The name, as in sources and in the names of Saybus' own programs: `saybus-transcribe`.
    public let rawValue: String

    /// Creates a role with any name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates a role with any name, such as that of a stage of your own.
    public init(_ name: String) { self.init(rawValue: name) }

    /// The name, such as `intent`.
    public var description: String { rawValue }

    /// The role of a shadow of this role's stages. No program waits for a shadow or takes it for the stage.
    public var shadow: Role { Role("shadow.\(rawValue)") }
}

extension Role: Comparable {
    /// Returns whether the name of one role comes before that of another.
    public static func < (one: Role, other: Role) -> Bool { one.rawValue < other.rawValue }
}

// MARK: The stages of a pipeline, in the order of the data

extension Role {
    /// The broker, which forwards all messages.
    public static let broker = Role("broker")
    /// Audio in: finds speech in the sound of a microphone or a file.
    public static let listen = Role("listen")
    /// Speech to text.
    public static let transcribe = Role("transcribe")
    /// Text to intents.
    public static let intent = Role("intent")
    /// Intents to commands of apps, which run inside.
    public static let dispatch = Role("dispatch")
    /// An app in a program of its own, which answers commands.
    public static let app = Role("app")
    /// Audio out: speech and sounds.
    public static let audio = Role("audio")
    /// A loudspeaker elsewhere, which plays the sound of an ``audio`` stage.
    public static let speaker = Role("speaker")
}

// MARK: Gateways

extension Role {
    /// The gateway to MQTT.
    public static let mqtt = Role("mqtt")
    /// The gateway to programs that speak the Wyoming protocol.
    public static let wyoming = Role("wyoming")
    /// The gateway to Home Assistant as an ESPHome device.
    public static let esphome = Role("esphome")
    /// The gateway to the buses of other sites.
    public static let link = Role("link")
}

// MARK: Tools

extension Role {
    /// The console's page in a browser.
    public static let console = Role("console")
    /// `saybus up`, which keeps the programs of a pipeline running.
    public static let up = Role("up")
    /// `saybus ask`, which asks by text.
    public static let ask = Role("ask")
    /// `saybus say`, which speaks a text.
    public static let say = Role("say")
    /// `saybus status`, which lists the stages.
    public static let status = Role("status")
    /// `saybus doctor`, which finds what is missing.
    public static let doctor = Role("doctor")
    /// `saybus commands`, which lists the phrases that are valid now.
    public static let commands = Role("commands")
    /// `saybus swap`, which replaces a stage for a time.
    public static let swap = Role("swap")
    /// `saybus-tap`, which shows and records messages.
    public static let tap = Role("tap")
}
