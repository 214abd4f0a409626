import SaybusMessages

/// The claims of a message about its publisher: the role, the instance and the app. Pure.
///
/// Receivers act on these claims: a command goes to the app that announced it, and a program that waits for a stage
/// trusts its status. So on a bus with keys, the broker compares them with the policy, with the topic, and with each
/// other.
struct PublisherClaims {
    /// The reason to refuse a message.
    enum Fault: Error, Equatable {
        /// The message cannot be read, or contradicts itself.
        case malformed(String)
        /// The policy does not allow the claim: the rest of a sentence that begins with "the broker's policy".
        case forbidden(String)
    }

    /// The kinds on which other programs act without asking who sent them. Their bodies must be valid, so that
    /// no receiver reads them in another way than the broker.
    private static let steering: Set<Kind> = [
        StageStatus.kind, Catalog.kind, ListenRequest.kind, VoiceRequestStatus.kind,
    ]

    /// The part of a message whose claims matter.
    enum Extent: Sendable {
        case none, header, headerAndBody
    }

    /// Returns the part of a user's messages of a kind whose claims matter. For a user who may do everything, that is
    /// nothing except for a few kinds.
    static func extent(_ user: Policy.User, _ kind: Kind) -> Extent {
        steering.contains(kind) ? .headerAndBody : user.isLimited ? .header : .none
    }

    /// Checks the claims of a message.
    /// - Parameters:
    ///   - frames: The three frames of the message.
    ///   - user: The verified publisher.
    ///   - owner: A closure that returns the user whose stage is present under a source; nil when none is.
    static func check(
        _ frames: [[UInt8]], of user: Policy.User, owner: (Source) -> String?
    ) throws(Fault) {
        let message: RawMessage
        do { message = try RawMessage(frames: frames) } catch { throw .malformed(error.reason) }
        let source = message.header.source
        try check(source, of: user, owner)
        guard steering.contains(message.header.kind) else { return }
        let body: any BusMessage
        do { body = try MessageCatalog.decode(message) } catch { throw .malformed(error.reason) }
        if let fault = JSONAmbiguity.fault(in: message.body) { throw .malformed("the body \(fault)") }
        if let status = body as? StageStatus { try check(status, of: source, user) }
        if let catalog = body as? Catalog { try check(app: catalog.app, of: user) }
    }

    private static func check(
        _ source: Source, of user: Policy.User, _ owner: (Source) -> String?
    ) throws(Fault) {
        let name = "\"\(user.name)\""
        guard source.role != .broker else { throw .forbidden("lets nobody speak as the broker") }
        if let roles = user.roles, !roles.matches(source.role.rawValue) {
            throw .forbidden("does not let \(name) speak as \(source.role.rawValue.safeForTerminal)")
        }
        if let instances = user.instances, !instances.matches(source.instance) {
            throw .forbidden("does not let \(name) speak as \(source.description.safeForTerminal)")
        }
        if !user.isUnrestricted, let owner = owner(source), owner != user.name {
            throw .forbidden(
                "does not let \(name) speak as \(source.description.safeForTerminal), which is \"\(owner)\"")
        }
    }

    private static func check(_ status: StageStatus, of source: Source, _ user: Policy.User) throws(Fault) {
        guard status.role == source.role else {
            throw .forbidden("does not let \"\(user.name)\" speak as \(status.role.rawValue.safeForTerminal)")
        }
        guard status.instance == source.instance else {
            throw .malformed("a status of \(source) that names the instance \(status.instance.safeForTerminal)")
        }
        guard status.state != .lost else { throw .forbidden("lets nobody but the broker say that a stage is lost") }
        if let app = status.app { try check(app: app, of: user) }
    }

    private static func check(app: String, of user: Policy.User) throws(Fault) {
        guard let apps = user.apps, !apps.matches(app) else { return }
        throw .forbidden("does not let \"\(user.name)\" speak for the app \(app.safeForTerminal)")
    }
}
