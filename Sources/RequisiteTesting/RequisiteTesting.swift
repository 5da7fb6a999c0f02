// A test that imports the test kit has the library too.
@_exported import Requisite
