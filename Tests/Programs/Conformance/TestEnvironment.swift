import Foundation
import SaybusTesting

/// The paths of the project and of the Python interpreter.
enum TestEnvironment {
    static let project = PackageFolder.containing().path
    static let python = PythonInterpreter.path
    static let hasZeroMQ = PythonInterpreter.hasZeroMQ
}
