/// An error in the configuration that a program was started with, described in one sentence.
///
/// A program that ends because of it has exit code 78 (`EX_CONFIG` of `sysexits.h`).
package protocol ConfigurationError: Error, CustomStringConvertible {}
