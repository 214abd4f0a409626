import SaybusBus
import SaybusMessages

/// The credential by which a connection is authenticated: the possession of a key, or over ipc the user that the
/// program runs as.
enum PeerCredential: Sendable, Hashable {
    /// A public key, 40 characters of Z85.
    case key(String)
    /// The number of a user of this machine, as the kernel knows it of the peer.
    case machineUser(UInt32)

    /// The session in which the broker publishes its refusals to the owner.
    var refusalSession: Session? {
        switch self {
        case .key(let key): Credentials.refusalSession(publicKey: key)
        case .machineUser(let id): Credentials.refusalSession(machineUser: id)
        }
    }
}
