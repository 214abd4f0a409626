import Foundation
import Glibc
import SaybusMessages
import SaybusSupport

extension MQTTSettings {
    /// The largest password file that is read, in bytes.
    private static let maximumPasswordFileBytes = 64 << 10

    /// Returns the first line of a password file.
    /// - Throws: ``MQTTError`` with code `bad-file` if it cannot be read, is empty or too long, or others can read it.
    public static func password(in path: String) throws(MQTTError) -> String {
        let file: RegularFile
        do throws(FileReadError) {
            file = try RegularFile(path, atMost: maximumPasswordFileBytes, orPipe: true)
        } catch {
            throw MQTTError(.badFile, "the password file \(path) \(error)")
        }
        try checkPrivate(file.mode, path)
        let line = file.bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        guard !line.isEmpty, line.count <= maximumCredentialBytes, let text = String(validating: line, as: UTF8.self)
        else {
            throw MQTTError(
                .badFile, "the first line of \(path) is no password of 1 to \(maximumCredentialBytes) bytes of text")
        }
        return text
    }

    /// Checks that a file can be read.
    /// - Throws: ``MQTTError`` with code `bad-file`.
    public static func checkReadable(_ path: String) throws(MQTTError) {
        guard FileManager.default.isReadableFile(atPath: path) else {
            throw MQTTError(.badFile, "the file \(path) cannot be read")
        }
    }

    /// Checks that a file with a secret can be read, and that others cannot.
    /// - Throws: ``MQTTError`` with code `bad-file`.
    public static func checkSecret(_ path: String) throws(MQTTError) {
        try checkReadable(path)
        var status = stat()
        guard stat(path, &status) == 0 else { throw MQTTError(.badFile, "the file \(path) cannot be read") }
        try checkPrivate(status.st_mode, path)
    }

    private static func checkPrivate(_ mode: mode_t, _ path: String) throws(MQTTError) {
        guard mode & 0o077 == 0 else {
            throw MQTTError(.badFile, "others can read the secret in \(path): chmod 600 \(path)")
        }
    }

    /// Returns the client's name when none is chosen: that of the instance, or of the machine.
    public static func defaultClientID(_ instance: String?) -> String {
        "saybus-" + (instance ?? "\(ProcessInfo.processInfo.hostName)-\(ProcessInfo.processInfo.processIdentifier)")
    }
}

extension HermesConfiguration {
    /// Checks that files can be written into a folder.
    /// - Throws: ``MQTTError`` with code `bad-file`.
    public static func checkFolder(_ path: String) throws(MQTTError) {
        guard FileManager.default.isWritableFile(atPath: path) else {
            throw MQTTError(.badFile, "no files can be written into the folder \(path): make it, or choose another one")
        }
    }
}

extension MQTTConfiguration {
    /// Returns a prefix of topics, if it can be one.
    /// - Throws: ``MQTTError`` with code `bad-setting`.
    public static func checkedPrefix(_ text: String) throws(MQTTError) -> String {
        if let problem = MQTTPublish.problem(ofTopic: text) { throw MQTTError(.badSetting, "\"\(text)\": \(problem)") }
        return text
    }
}
