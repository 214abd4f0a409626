import Glibc

/// The users of this machine.
enum MachineUser {
    /// The size of the buffer for a user's record.
    private static let recordSize = 16 << 10

    /// Returns the number of a user with a login name, or the number that the text is; nil when there is no such user.
    static func id(of name: String) -> UInt32? {
        if let id = UInt32(name) { return id }
        return record { getpwnam_r(name, $0, $1, $2, $3) }?.id
    }

    /// Returns the login name of a user; the number when the user has none.
    static func name(of id: UInt32) -> String { record { getpwuid_r(id, $0, $1, $2, $3) }?.name ?? "\(id)" }

    private typealias Record = UnsafeMutablePointer<passwd>

    private static func record(
        _ look: (Record, UnsafeMutablePointer<CChar>, Int, UnsafeMutablePointer<Record?>) -> Int32
    ) -> (id: UInt32, name: String)? {
        var (entry, found) = (passwd(), Record?.none)
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: recordSize) { buffer in
            guard let base = buffer.baseAddress, look(&entry, base, recordSize, &found) == 0, let found else {
                return nil
            }
            return (found.pointee.pw_uid, String(cString: found.pointee.pw_name))
        }
    }
}
