/// A model of the library, which any number of recognizers may share.
///
/// Unchecked: the pointer never changes, and the library counts the references to a model from any thread.
package final class VoskModel: @unchecked Sendable {
    let library: VoskLibrary
    let pointer: VoskLibrary.Model

    /// Loads the model, which takes seconds for a large one.
    package init(_ directory: String, _ library: VoskLibrary) throws(VoskError) {
        guard let pointer = library.newModel(directory) else {
            throw VoskError(.refused, "Vosk did not load the model in \(directory): unpack it again")
        }
        (self.library, self.pointer) = (library, pointer)
    }

    deinit { library.freeModel(pointer) }

    /// Returns whether the model's vocabulary has a word.
    package func knows(_ word: String) -> Bool { library.findWord(pointer, word) >= 0 }
}
