import SaybusStage

extension StageFailure {
    /// Creates an app's file that cannot be read, code `noInput`, or is wrong, code `configuration`.
    public init(_ error: AppFileError) { self.init(error.isUnreadable ? .noInput : .configuration, "\(error)") }
}
