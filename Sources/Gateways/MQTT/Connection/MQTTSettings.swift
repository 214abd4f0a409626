/// The settings of an MQTT connection.
public struct MQTTSettings: Sendable, Equatable {
    /// A version of MQTT.
    public enum Version: String, Sendable, CaseIterable {
        /// MQTT 5.
        case five = "5"
        /// MQTT 3.1.1.
        case three = "3.1.1"
    }

    /// The broker's address.
    var address: MQTTAddress
    /// The client's name at the broker, which ends an older connection of the same name.
    var clientID: String
    /// The version of the protocol.
    public var version = Version.five
    /// The user's name; nil for none.
    public var user: String?
    /// The password; nil for none.
    public var password: String?
    /// A file with the certificates of the authorities that are trusted; nil means those of the system.
    public var authorities: String?
    /// A file with the client's certificate; nil for none.
    public var certificate: String?
    /// A file with the private key of ``certificate``.
    public var privateKey: String?
    /// Seconds without traffic after which the client sends a keep-alive.
    var keepAlive = 30
    /// The message that the broker publishes when the client is lost; nil for none.
    var will: MQTTMessage?
    /// The topic filters to subscribe to without the broker's retained messages.
    var subscriptions: [String] = []
    /// The topic filters to subscribe to with the broker's retained messages.
    var retainedSubscriptions: [String] = []
    /// The largest payload that is received, in bytes.
    var maximumPayloadBytes = 1 << 18

    /// The longest user name and password, in bytes.
    static let maximumCredentialBytes = 4096

    /// Creates settings.
    public init(address: MQTTAddress, clientID: String) { (self.address, self.clientID) = (address, clientID) }

    /// All filters in the order of their subscription, each with whether retained messages are wanted.
    var filters: [(filter: String, wantsKept: Bool)] {
        subscriptions.map { ($0, false) } + retainedSubscriptions.map { ($0, true) }
    }
}
