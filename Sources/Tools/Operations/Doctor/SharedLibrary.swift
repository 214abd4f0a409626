import SaybusDynamicLoading

/// A shared library that the doctor asks about itself.
struct SharedLibrary {
    private struct Missing: Error {
        /// The dynamic linker's reason.
        var reason = ""
    }

    private let library: DynamicLibrary

    /// Loads a library as the dynamic linker finds it; nil when it is missing.
    init?(_ name: String) {
        guard let library = try? DynamicLibrary([name], or: { _ in Missing() }) else { return nil }
        self.library = library
    }

    /// Returns why the dynamic linker cannot load a library that exists; nil when there is none of that name.
    static func fault(_ name: String) -> String? {
        do {
            _ = try DynamicLibrary([name], or: { Missing(reason: $0) })
            return nil
        } catch {
            return error.reason.contains("\(name): cannot open shared object file: No such file") ? nil : error.reason
        }
    }

    private func function<Function>(_ name: String, _: Function.Type) -> Function? {
        try? library.function(name, or: Missing())
    }

    /// Calls a function that takes no argument and returns a C string, such as a version.
    func text(_ function: String) -> String? {
        typealias Function = @convention(c) () -> UnsafePointer<CChar>?
        return self.function(function, Function.self)?().map { String(cString: $0) }
    }

    /// Returns libzmq's version.
    func zeroMQVersion() -> String? {
        typealias Function =
            @convention(c) (UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>) ->
            Void
        guard let ask = function("zmq_version", Function.self) else { return nil }
        var version: (Int32, Int32, Int32) = (0, 0, 0)
        ask(&version.0, &version.1, &version.2)
        return "\(version.0).\(version.1).\(version.2)"
    }

    /// Returns whether libzmq was built with a capability.
    func zeroMQHas(_ capability: String) -> Bool {
        typealias Function = @convention(c) (UnsafePointer<CChar>) -> Int32
        guard let ask = function("zmq_has", Function.self) else { return false }
        return capability.withCString { ask($0) } == 1
    }

    /// Returns libespeak-ng's version.
    func espeakVersion() -> String? {
        typealias Function = @convention(c) (UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> UnsafePointer<CChar>?
        return function("espeak_Info", Function.self)?(nil).map { String(cString: $0) }
    }
}
