/** The build inlines WebAssembly as a data URL. */
declare module '*.wasm' {
  const dataUrl: string;
  export default dataUrl;
}

/** The build inlines a file as its text. */
declare module '*?source' {
  const text: string;
  export default text;
}

/** What Node has of it, and its types do not. */
declare namespace WebAssembly {
  type Module = object;
  const Module: new (bytes: Uint8Array) => Module;
  interface Instance {
    readonly exports: object;
  }
  const Instance: new (module: Module, imports: object) => Instance;
}
