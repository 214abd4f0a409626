import Glibc
import Synchronization

/// A neural network that ONNX Runtime has loaded.
///
/// Unchecked: the pointers never change, and the library lets any thread run a session.
public final class ONNXModel: @unchecked Sendable {
    /// The values of an input.
    public enum Input: Sendable {
        /// Whole numbers in a shape.
        case integers([Int64], shape: [Int64])
        /// Floating-point numbers in a shape.
        case numbers([Float], shape: [Int64])
    }

    /// A switch that ends a run in its middle.
    public final class Stop: Sendable {
        private struct State {
            var isStopped = false
            var terminate: (@Sendable () -> Void)?
        }

        private let state = Mutex(State())

        /// Creates a switch.
        public init() {}

        /// Ends the run, or the one that begins next.
        public func stop() {
            state.withLock { state in
                state.isStopped = true
                // Under the lock, so that the run's options live.
                state.terminate?()
            }
        }

        /// Whether ``stop()`` was called.
        var isStopped: Bool { state.withLock(\.isStopped) }

        fileprivate func begin(_ terminate: @escaping @Sendable () -> Void) {
            state.withLock { state in
                if state.isStopped { terminate() }
                state.terminate = terminate
            }
        }

        fileprivate func end() { state.withLock { $0.terminate = nil } }
    }

    /// The names of the inputs.
    public let inputs: [String]
    private let library: ONNXRuntimeLibrary
    private let session: ONNXRuntimeLibrary.Session

    /// Loads a network.
    /// - Parameters:
    ///   - bytes: The content of its file, which is not needed afterwards.
    ///   - threads: The number of threads of a run.
    ///   - library: The library.
    public init(_ bytes: [UInt8], threads: Int, _ library: ONNXRuntimeLibrary) throws(ONNXRuntimeError) {
        var options: ONNXRuntimeLibrary.SessionOptions?
        try library.check(library.createSessionOptions(&options))
        guard let options else { throw ONNXRuntimeError(.refused, "there is no memory left for ONNX Runtime") }
        defer { library.releaseSessionOptions(options) }
        try library.check(library.setThreads(options, Int32(threads)))
        var made: ONNXRuntimeLibrary.Session?
        try library.check(
            bytes.withUnsafeBytes { bytes in
                // An array without elements may have no address.
                bytes.baseAddress.flatMap {
                    library.createSession(library.environment.pointer, $0, bytes.count, options, &made)
                }
            })
        guard let made else { throw ONNXRuntimeError(.refused, "the file is empty") }
        do throws(ONNXRuntimeError) {
            inputs = try Self.inputs(of: made, library)
        } catch {
            library.releaseSession(made)
            throw error
        }
        (self.library, session) = (library, made)
    }

    deinit { library.releaseSession(session) }

    private static func inputs(
        of session: ONNXRuntimeLibrary.Session, _ library: ONNXRuntimeLibrary
    ) throws(ONNXRuntimeError) -> [String] {
        var count = 0
        try library.check(library.inputCount(session, &count))
        var allocator: ONNXRuntimeLibrary.Allocator?
        try library.check(library.defaultAllocator(&allocator))
        var names: [String] = []
        for place in 0..<count {
            var name: UnsafeMutablePointer<CChar>?
            guard let allocator else { break }
            try library.check(library.inputName(session, place, allocator, &name))
            guard let name else { continue }
            names.append(String(cString: name))
            try library.check(library.allocatorFree(allocator, name))
        }
        return names
    }

    /// Runs the network. Blocks until it has ended.
    /// - Parameters:
    ///   - inputs: The inputs by their names.
    ///   - outputs: The names of the outputs, which are 32-bit numbers.
    ///   - stop: Ends the run in its middle.
    /// - Returns: The values of each output.
    public func run(
        _ inputs: [(name: String, value: Input)], outputs: [String], stop: Stop = Stop()
    ) throws(ONNXRuntimeError) -> [[Float]] {
        if stop.isStopped { throw ONNXRuntimeError(.stopped, "the run was stopped") }
        var made: ONNXRuntimeLibrary.RunOptions?
        try library.check(library.createRunOptions(&made))
        guard let made else { throw ONNXRuntimeError(.refused, "there is no memory left for ONNX Runtime") }
        defer { library.releaseRunOptions(made) }
        let options = ONNXRuntimeHandle(made)
        stop.begin { [library] in if let status = library.terminate(options.pointer) { library.releaseStatus(status) } }
        defer { stop.end() }
        let arguments = try inputs.map { (input) throws(ONNXRuntimeError) in try Tensor(input.value, library) }
        let names = Names(inputs.map(\.name))
        let wanted = Names(outputs)
        var values: [ONNXRuntimeLibrary.Value?] = outputs.map { _ in nil }
        let status = withExtendedLifetime((arguments, names, wanted)) {
            library.run(
                session, options.pointer, names.pointers, arguments.map(\.value), arguments.count, wanted.pointers,
                outputs.count, &values)
        }
        defer { for value in values { library.releaseValue(value) } }
        do throws(ONNXRuntimeError) {
            try library.check(status)
        } catch {
            if stop.isStopped { throw ONNXRuntimeError(.stopped, "the run was stopped") }
            throw error
        }
        return try values.map { (value) throws(ONNXRuntimeError) in try numbers(of: value) }
    }

    private func numbers(of value: ONNXRuntimeLibrary.Value?) throws(ONNXRuntimeError) -> [Float] {
        guard let value else { throw ONNXRuntimeError(.refused, "the network has no such output") }
        var shape: ONNXRuntimeLibrary.Shape?
        try library.check(library.shape(value, &shape))
        defer { library.releaseShape(shape) }
        var (count, type): (Int, Int32) = (0, 0)
        var data: UnsafeMutableRawPointer?
        guard let shape else { return [] }
        try library.check(library.elementCount(shape, &count))
        try library.check(library.elementType(shape, &type))
        guard type == Tensor.numberType else { throw ONNXRuntimeError(.refused, "an output is of another type") }
        try library.check(library.data(value, &data))
        guard let data, count > 0 else { return [] }
        return Array(UnsafeBufferPointer(start: data.assumingMemoryBound(to: Float.self), count: count))
    }

    /// Names as C strings.
    private final class Names {
        let pointers: [UnsafePointer<CChar>?]
        init(_ names: [String]) { pointers = names.map { UnsafePointer(strdup($0)) } }
        deinit { for pointer in pointers { free(UnsafeMutablePointer(mutating: pointer)) } }
    }

    /// An input with the memory of its values.
    private final class Tensor {
        static let numberType: Int32 = 1
        static let integerType: Int32 = 7

        private let memory: UnsafeMutableRawPointer
        private let library: ONNXRuntimeLibrary
        let value: ONNXRuntimeLibrary.Value?

        init(_ input: Input, _ library: ONNXRuntimeLibrary) throws(ONNXRuntimeError) {
            let (bytes, shape, type): ([UInt8], [Int64], Int32) =
                switch input {
                case .integers(let values, let sizes): (values.withUnsafeBytes { Array($0) }, sizes, Self.integerType)
                case .numbers(let values, let sizes): (values.withUnsafeBytes { Array($0) }, sizes, Self.numberType)
                }
            memory = .allocate(byteCount: max(1, bytes.count), alignment: 16)
            memory.copyMemory(from: bytes, byteCount: bytes.count)
            self.library = library
            var made: ONNXRuntimeLibrary.Value?
            let status = library.createTensor(
                library.memory.pointer, memory, bytes.count, shape, shape.count, type, &made)
            value = made
            try library.check(status)
        }

        deinit {
            library.releaseValue(value)
            memory.deallocate()
        }
    }
}
