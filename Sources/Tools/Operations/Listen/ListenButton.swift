import Foundation
import SaybusBus
import SaybusMessages
import SaybusSupport

/// The button of `saybus listen --toggle`: the process that holds it down has a lock on a file, so that the next
/// process knows that it is to release it. However the first process ends, the button is released.
final class ListenButton: Sendable {
    /// The result of a press.
    enum Press {
        /// The button is held until the value is dropped.
        case held(ListenButton)
        /// Another process holds the button.
        case isHeldByOther
        /// The file cannot be used, for this reason.
        case failed(String)
    }

    private let descriptor: Int32

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Presses the button of a session on a bus.
    static func press(_ session: Session, at address: BusAddress) -> Press {
        let folder = address.turnFolder
        try? address.makeTurnFolder()
        // Other buses may share the folder.
        let path = "\(folder)/button-\(address.url.asFileName).\(session)"
        if let descriptor = LockedFile.open(path) { return .held(ListenButton(descriptor)) }
        return errno == EWOULDBLOCK ? .isHeldByOther : .failed("\(path): \(String(cString: strerror(errno)))")
    }
}
