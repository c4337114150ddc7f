/** The build inlines WebAssembly as a data URL. */
declare module '*.wasm' {
  const dataUrl: string;
  export default dataUrl;
}

// Their own types pull in those of browsers, which differ from Node's.
declare module '@jsquash/*_dec.js' {
  const start: (options: object) => Promise<unknown>;
  export default start;
}
declare module '@jsquash/*_enc.js' {
  const start: (options: object) => Promise<unknown>;
  export default start;
}
declare module '@jsquash/*_png.js' {
  export function initSync(module: object): void;
  export function decode(bytes: Uint8Array): { data: Uint8ClampedArray; width: number; height: number };
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
