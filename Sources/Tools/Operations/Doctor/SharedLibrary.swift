import Foundation

/// A shared library, loaded as the dynamic linker finds it.
struct SharedLibrary {
    // Any thread may use the handle of a library (dlopen(3)). The handle is never closed.
    private let handle: UnsafeMutableRawPointer

    /// Loads a library for the rest of the process; nil when it is missing.
    init?(_ name: String) {
        guard let handle = dlopen(name, RTLD_LAZY | RTLD_LOCAL) else { return nil }
        self.handle = handle
    }

    /// Calls a function that takes no argument and returns a C string, such as a version.
    func text(_ function: String) -> String? {
        typealias Function = @convention(c) () -> UnsafePointer<CChar>?
        guard let symbol = dlsym(handle, function) else { return nil }
        return unsafeBitCast(symbol, to: Function.self)().map { String(cString: $0) }
    }

    /// Returns libzmq's version.
    func zeroMQVersion() -> String? {
        typealias Function =
            @convention(c) (UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>) ->
            Void
        guard let symbol = dlsym(handle, "zmq_version") else { return nil }
        var version: (Int32, Int32, Int32) = (0, 0, 0)
        unsafeBitCast(symbol, to: Function.self)(&version.0, &version.1, &version.2)
        return "\(version.0).\(version.1).\(version.2)"
    }

    /// Returns whether libzmq was built with a capability.
    func zeroMQHas(_ capability: String) -> Bool {
        typealias Function = @convention(c) (UnsafePointer<CChar>) -> Int32
        guard let symbol = dlsym(handle, "zmq_has") else { return false }
        return capability.withCString { unsafeBitCast(symbol, to: Function.self)($0) } == 1
    }

    /// Returns libespeak-ng's version.
    func espeakVersion() -> String? {
        typealias Function = @convention(c) (UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> UnsafePointer<CChar>?
        guard let symbol = dlsym(handle, "espeak_Info") else { return nil }
        return unsafeBitCast(symbol, to: Function.self)(nil).map { String(cString: $0) }
    }
}
