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
