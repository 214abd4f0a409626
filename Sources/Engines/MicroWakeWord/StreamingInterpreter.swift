import CSaybusTensorFlowLite
import Foundation

/// A wake word model that the library runs. It remembers the sound so far, and gives a probability for each few
/// vectors.
///
/// Only the actor that created it may use it.
final class StreamingInterpreter {
    /// The vectors that the model takes at once.
    let stride: Int

    private let library: TensorFlowLiteLibrary
    private let path: String
    private let model: OpaquePointer
    private var interpreter: OpaquePointer
    private var input: OpaquePointer
    private var output: OpaquePointer
    private let (inputScale, outputScale): (saybus_tflite_quantization, saybus_tflite_quantization)
    private let givesSigned: Bool

    /// The library's numbers of the types of 8 bits.
    private static let (unsigned, signed): (Int32, Int32) = (3, 9)
    /// The unit of the values of features: models were trained with the front end's integers times this.
    private static let featureScale: Float = 0.0390625

    /// Loads a model.
    /// - Throws: ``MicroWakeWordError`` with code `model-unusable` for a file that the library does not take, or whose
    ///   input and output are not those of microWakeWord.
    init(_ path: String, _ library: TensorFlowLiteLibrary) throws(MicroWakeWordError) {
        (self.path, self.library) = (path, library)
        guard let model = library.loadModel(path, TensorFlowLiteLibrary.silent, nil) else {
            throw MicroWakeWordError(
                .modelUnusable, "TensorFlow Lite did not load \(path): it is cut short, or no model of its version")
        }
        do {
            (interpreter, input, output) = try Self.interpreter(of: model, path, library)
        } catch {
            library.freeModel(model)
            throw error
        }
        self.model = model
        stride = Int(library.dimension(input, 1))
        (inputScale, outputScale) = (library.quantization(input), library.quantization(output))
        givesSigned = library.type(output) == Self.signed
    }

    deinit {
        library.freeInterpreter(interpreter)
        library.freeModel(model)
    }

    /// Forgets the sound so far. Takes less than a millisecond.
    func reset() throws(MicroWakeWordError) {
        // The library has no way to empty the memory of an interpreter.
        let new = try Self.interpreter(of: model, path, library)
        library.freeInterpreter(interpreter)
        (interpreter, input, output) = new
    }

    /// Returns the probability that the wake word has just been said.
    /// - Parameter vectors: ``stride`` vectors of ``MicroFrontend``.
    func probability(_ vectors: [[UInt16]]) throws(MicroWakeWordError) -> Float {
        guard let values = library.data(input)?.assumingMemoryBound(to: Int8.self),
            vectors.count == stride
        else { throw failure }
        var place = 0
        for value in vectors.joined() {
            let scaled = Float(value) * Self.featureScale / inputScale.scale + Float(inputScale.zero_point)
            values[place] = Int8(clamping: Int(scaled.rounded(.toNearestOrEven)))
            place += 1
        }
        guard library.invoke(interpreter) == 0, let result = library.data(output) else { throw failure }
        let number = givesSigned ? Int32(result.load(as: Int8.self)) : Int32(result.load(as: UInt8.self))
        return Float(number - outputScale.zero_point) * outputScale.scale
    }

    private var failure: MicroWakeWordError {
        MicroWakeWordError(.refused, "TensorFlow Lite failed to run \(path): fetch it again, saybus models verify")
    }

    private static func interpreter(
        of model: OpaquePointer, _ path: String, _ library: TensorFlowLiteLibrary
    ) throws(MicroWakeWordError) -> (OpaquePointer, input: OpaquePointer, output: OpaquePointer) {
        let options = library.makeOptions()
        defer { if let options { library.freeOptions(options) } }
        if let options {
            library.setThreads(options, 1)
            library.setReporter(options, TensorFlowLiteLibrary.silent, nil)
        }
        guard let interpreter = library.makeInterpreter(model, options) else {
            throw MicroWakeWordError(
                .modelUnusable, "TensorFlow Lite \(library.version) cannot run \(path): it needs a newer one")
        }
        guard library.allocate(interpreter) == 0, library.inputCount(interpreter) == 1,
            library.outputCount(interpreter) == 1, let input = library.input(interpreter, 0),
            let output = library.output(interpreter, 0), library.type(input) == signed,
            library.dimensions(input) == 3, library.dimension(input, 2) == MicroFrontend.channels,
            1...100 ~= library.dimension(input, 1), [signed, unsigned].contains(library.type(output)),
            library.byteSize(output) == 1, library.quantization(input).scale > 0
        else {
            library.freeInterpreter(interpreter)
            throw MicroWakeWordError(
                .modelUnusable, "\(path) is no model of microWakeWord: its input or output has another form")
        }
        return (interpreter, input, output)
    }
}
