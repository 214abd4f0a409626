import CSaybusTensorFlowLite

/// A model of 32-bit numbers with one input and one output that the library runs.
///
/// Only the object that created it may use it.
final class FloatInterpreter {
    /// The count of numbers of the output.
    let outputCount: Int

    private let library: TensorFlowLiteLibrary
    private let path: String
    private let model: OpaquePointer
    private let interpreter: OpaquePointer
    private let input: OpaquePointer
    private let output: OpaquePointer
    private let inputCount: Int

    /// The library's number of the type of 32-bit numbers.
    private static let float: Int32 = 1

    /// Loads a model.
    /// - Parameter shape: The shape that its input gets.
    /// - Throws: ``MicroWakeWordError`` with code `model-unusable` for a file that the library does not take, or that
    ///   has another input or output.
    init(_ path: String, shape: [Int32], _ library: TensorFlowLiteLibrary) throws(MicroWakeWordError) {
        guard let model = library.loadModel(path, TensorFlowLiteLibrary.silent, nil) else {
            throw MicroWakeWordError(
                .modelUnusable, "TensorFlow Lite did not load \(path): fetch it again, saybus models verify")
        }
        let options = library.makeOptions()
        defer { if let options { library.freeOptions(options) } }
        if let options {
            library.setThreads(options, 1)
            library.setReporter(options, TensorFlowLiteLibrary.silent, nil)
        }
        let count = shape.reduce(1) { $0 * Int($1) }
        guard let interpreter = library.makeInterpreter(model, options) else {
            library.freeModel(model)
            throw MicroWakeWordError(
                .modelUnusable, "TensorFlow Lite \(library.version) cannot run \(path): it needs a newer one")
        }
        guard library.inputCount(interpreter) == 1, library.outputCount(interpreter) == 1,
            library.resize(interpreter, 0, shape, Int32(shape.count)) == 0, library.allocate(interpreter) == 0,
            let input = library.input(interpreter, 0), let output = library.output(interpreter, 0),
            library.type(input) == Self.float, library.type(output) == Self.float,
            library.byteSize(input) == count * MemoryLayout<Float>.size
        else {
            library.freeInterpreter(interpreter)
            library.freeModel(model)
            throw MicroWakeWordError(.modelUnusable, "\(path) is another model: its input or output has another form")
        }
        (self.path, self.library, self.model, self.interpreter) = (path, library, model, interpreter)
        (self.input, self.output, inputCount) = (input, output, count)
        outputCount = library.byteSize(output) / MemoryLayout<Float>.size
    }

    deinit {
        library.freeInterpreter(interpreter)
        library.freeModel(model)
    }

    /// Returns the output for an input.
    func run(_ values: [Float]) throws(MicroWakeWordError) -> [Float] {
        guard values.count == inputCount, let data = library.data(input)?.assumingMemoryBound(to: Float.self) else {
            throw failure
        }
        for (place, value) in values.enumerated() { data[place] = value }
        guard library.invoke(interpreter) == 0, let result = library.data(output) else { throw failure }
        let numbers = result.assumingMemoryBound(to: Float.self)
        return (0..<outputCount).map { numbers[$0] }
    }

    private var failure: MicroWakeWordError {
        MicroWakeWordError(.refused, "TensorFlow Lite failed to run \(path): fetch it again, saybus models verify")
    }
}
