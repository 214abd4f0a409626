import SaybusStage

extension DispatchStage {
    /// A stage for the app in a YAML file, which is read again when it changes.
    /// - Throws: ``StageFailure`` with a line for each problem in the file: code `noInput` when it cannot be read, else `configuration`.
    public init(appFile path: String) throws(StageFailure) {
        do {
            self.init(app: try App(file: path), file: path)
        } catch {
            throw StageFailure(error)
        }
    }
}
