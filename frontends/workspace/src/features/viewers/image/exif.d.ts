/** The part of exifr that reads JPEG, HEIC and TIFF; its own types need those of Node. */
declare module 'exifr/dist/lite.esm.mjs' {
  export function parse(
    data: Uint8Array,
    options: Readonly<Record<string, boolean>>,
  ): Promise<Readonly<Record<string, unknown>> | undefined>;
}
