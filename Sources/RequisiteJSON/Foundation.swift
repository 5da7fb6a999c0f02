// A single `import RequisiteJSON` provides `Data` and `Date`.
@_exported import RequisitePlatform
