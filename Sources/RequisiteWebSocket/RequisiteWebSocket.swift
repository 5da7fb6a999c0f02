// Code that opens sockets also needs the core types.
@_exported import Requisite
