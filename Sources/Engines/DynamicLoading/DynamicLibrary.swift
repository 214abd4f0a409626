import Foundation
import Glibc

/// A shared library of C functions, loaded at run time (dlopen(3)), so that Saybus builds and runs without it.
///
/// It stays loaded for the life of the process, since its initializers may have started threads.
package struct DynamicLibrary: Sendable {
    /// The place where the dynamic linker found it: the path of a file, or a name in the system's library path.
    package let place: String
    /// The address of dlopen's handle, which any thread may use.
    private let handle: UInt

    /// Loads the first of several places that can be loaded.
    /// - Parameters:
    ///   - places: Paths of files, or names in the system's library path; at least one.
    ///   - failure: Makes the error, from what the dynamic linker says about the first place.
    package init<Failure: Error>(_ places: [String], or failure: (String) -> Failure) throws(Failure) {
        var reason: String?
        for place in places {
            if let handle = dlopen(place, RTLD_NOW | RTLD_LOCAL) {
                (self.place, self.handle) = (place, UInt(bitPattern: handle))
                return
            }
            reason = reason ?? dlerror().map { String(cString: $0) }
        }
        throw failure(reason ?? places.first ?? "no place is named")
    }

    /// Returns the places of a library that users may name.
    /// - Parameters:
    ///   - path: The file that the caller names; nil when it names none.
    ///   - variable: The environment variable that names the file otherwise.
    ///   - others: The places when neither does; nil ones are left out.
    package static func places(_ path: String?, variable: String, else others: [String?]) -> [String] {
        let named = path ?? ProcessInfo.processInfo.environment[variable].flatMap { $0.isEmpty ? nil : $0 }
        return named.map { [$0] } ?? others.compactMap(\.self)
    }

    /// Returns a function of the library.
    /// - Parameters:
    ///   - name: Its name in C.
    ///   - type: Its type, with the calling convention of C, which the library cannot confirm.
    ///   - failure: The error when the library has no such function.
    package func function<Function, Failure: Error>(
        _ name: String, as type: Function.Type = Function.self, or failure: @autoclosure () -> Failure
    ) throws(Failure) -> Function {
        guard let address = dlsym(UnsafeMutableRawPointer(bitPattern: handle), name) else { throw failure() }
        return unsafeBitCast(address, to: type)
    }

    /// Returns the functions of the library, with one error for those that it lacks.
    /// - Parameter failure: Makes the error from the name of the function.
    package func functions<Failure: Error>(or failure: @escaping (String) -> Failure) -> Functions<Failure> {
        Functions(library: self, failure: failure)
    }

    /// The functions of a library, to be called by their names.
    package struct Functions<Failure: Error> {
        fileprivate let library: DynamicLibrary
        fileprivate let failure: (String) -> Failure

        /// Returns a function.
        /// - Parameters:
        ///   - name: Its name in C.
        ///   - type: Its type, with the calling convention of C, which the library cannot confirm.
        package func callAsFunction<Function>(
            _ name: String, as type: Function.Type = Function.self
        ) throws(Failure) -> Function {
            try library.function(name, as: type, or: failure(name))
        }
    }
}
