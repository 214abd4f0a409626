import Foundation

extension Error {
    /// The reason in a few words: those of the C library for an error of the system, which Foundation hides in an
    /// `NSError`, and for content that cannot be decoded its place and the problem.
    package var plainReason: String {
        if let error = self as? POSIXError { return Self.words(for: error.code.rawValue) }
        if let error = self as? DecodingError { return error.reason }
        // Other errors describe themselves.
        guard let error = self as? CocoaError else { return "\(self)" }
        return Self.number(in: error as NSError).map(Self.words) ?? error.localizedDescription
    }

    private static func words(for number: Int32) -> String { String(cString: strerror(number)) }

    /// Returns the number of the system's error, as `errno` has it; nil when there is none.
    private static func number(in error: NSError) -> Int32? {
        if error.domain == NSPOSIXErrorDomain { return Int32(clamping: error.code) }
        if let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError { return number(in: cause) }
        guard error.domain == NSCocoaErrorDomain else { return nil }
        switch CocoaError.Code(rawValue: error.code) {
        case .fileNoSuchFile, .fileReadNoSuchFile: return ENOENT
        case .fileReadNoPermission, .fileWriteNoPermission: return EACCES
        case .fileWriteFileExists: return EEXIST
        case .fileWriteOutOfSpace: return ENOSPC
        case .fileWriteVolumeReadOnly: return EROFS
        default: return nil
        }
    }
}
