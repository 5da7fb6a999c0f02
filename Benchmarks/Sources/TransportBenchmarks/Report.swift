import Foundation

/// Writes a line at once, so that lines of child processes stand in their place.
func report(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
