/// A kind of problem that lasts until the stage says that it is over. Its raw value is its rank: the most severe kind
/// has the smallest one.
package protocol ProblemKind: RawRepresentable, Sendable where RawValue == Int {}
