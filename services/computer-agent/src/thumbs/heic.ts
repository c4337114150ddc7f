/**
 * Pictures of phones. The decoder is WebAssembly that is part of the bundle, and does what the file says of its turns.
 */
import start from 'libheif-js/libheif-wasm/libheif.js';
import wasm from 'libheif-js/libheif-wasm/libheif.wasm';
import type { Pixels } from './shrink.js';

interface HeicImage {
  get_width(): number;
  get_height(): number;
  is_primary(): boolean;
  display(into: Pixels, done: (shown: Pixels | null) => void): void;
}
interface Heif {
  HeifDecoder: new () => { decode(bytes: Uint8Array): HeicImage[] };
}
type Started = (instance: WebAssembly.Instance, module: WebAssembly.Module) => void;

/** @returns the pixels of its main image; null if it is damaged */
export async function decodeHeic(bytes: Uint8Array, compile: (dataUrl: string) => WebAssembly.Module) {
  const module = compile(wasm);
  const instantiateWasm = (imports: object, done: Started) => {
    const instance = new WebAssembly.Instance(module, imports);
    done(instance, module);
    return instance.exports;
  };
  // Its own types say that it is a module with a default export.
  const startHeif = start as unknown as (options: object) => Promise<Heif>;
  const { HeifDecoder } = await startHeif({ instantiateWasm });
  const images = new HeifDecoder().decode(bytes);
  const image = images.find((each) => each.is_primary()) ?? images[0];
  if (!image) return null;
  const [width, height] = [image.get_width(), image.get_height()];
  const pixels = { data: new Uint8ClampedArray(width * height * 4), width, height };
  return new Promise<Pixels | null>((done) => image.display(pixels, done));
}
