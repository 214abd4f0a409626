import Foundation

/// A library of the system, looked at as the dynamic linker finds it.
struct SharedLibrary {
    // dlopen's manual: a handle may be used by any thread; it is never closed.
    private let handle: UnsafeMutableRawPointer

    /// Loads a library; nil when it is not there. It stays loaded.
    init?(_ name: String) {
        guard let handle = dlopen(name, RTLD_LAZY | RTLD_LOCAL) else { return nil }
        self.handle = handle
    }

    /// A function that takes nothing and returns text, such as a version.
    func text(_ function: String) -> String? {
        typealias Function = @convention(c) () -> UnsafePointer<CChar>?
        guard let symbol = dlsym(handle, function) else { return nil }
        return unsafeBitCast(symbol, to: Function.self)().map { String(cString: $0) }
    }

    /// libzmq's version.
    func zeroMQVersion() -> String? {
        typealias Function =
            @convention(c) (UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>) ->
            Void
        guard let symbol = dlsym(handle, "zmq_version") else { return nil }
        var version: (Int32, Int32, Int32) = (0, 0, 0)
        unsafeBitCast(symbol, to: Function.self)(&version.0, &version.1, &version.2)
        return "\(version.0).\(version.1).\(version.2)"
    }

    /// Whether libzmq was built with a capability.
    func zeroMQHas(_ capability: String) -> Bool {
        typealias Function = @convention(c) (UnsafePointer<CChar>) -> Int32
        guard let symbol = dlsym(handle, "zmq_has") else { return false }
        return capability.withCString { unsafeBitCast(symbol, to: Function.self)($0) } == 1
    }

    /// libespeak-ng's version.
    func espeakVersion() -> String? {
        typealias Function = @convention(c) (UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> UnsafePointer<CChar>?
        guard let symbol = dlsym(handle, "espeak_Info") else { return nil }
        return unsafeBitCast(symbol, to: Function.self)(nil).map { String(cString: $0) }
    }
}
