/** Decoders and the encoder: WebAssembly that is part of the bundle, since the program may open no file. */
import jpegDecoder from '@jsquash/jpeg/codec/dec/mozjpeg_dec.js';
import jpegEncoder from '@jsquash/jpeg/codec/enc/mozjpeg_enc.js';
import jpegEncoderWasm from '@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm';
import jpegWasm from '@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm';
import { decode as decodePng, initSync as initPng } from '@jsquash/png/codec/pkg/squoosh_png.js';
import pngWasm from '@jsquash/png/codec/pkg/squoosh_png_bg.wasm';
import webpDecoder from '@jsquash/webp/codec/dec/webp_dec.js';
import webpDecoderWasm from '@jsquash/webp/codec/dec/webp_dec.wasm';
import webpEncoder from '@jsquash/webp/codec/enc/webp_enc.js';
import webpEncoderWasm from '@jsquash/webp/codec/enc/webp_enc.wasm';
import { GifReader } from 'omggif';
import type { Dimensions } from './dimensions.js';
import { decodeHeic } from './heic.js';
import type { Pixels } from './shrink.js';

const compiled = (dataUrl: string): WebAssembly.Module =>
  new WebAssembly.Module(Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64'));

/** Starts a codec made by Emscripten, which would otherwise fetch its WebAssembly. */
const started = async <Codec>(start: (options: object) => Promise<unknown>, dataUrl: string): Promise<Codec> =>
  (await start({
    noInitialRun: true,
    instantiateWasm: (imports: object, done: (instance: WebAssembly.Instance) => void) => {
      const instance = new WebAssembly.Instance(compiled(dataUrl), imports);
      done(instance);
      return instance.exports;
    },
  })) as Codec;

interface Decoder {
  decode(bytes: Uint8Array, keepsOrientation?: boolean): Pixels | null;
}

interface Encoder {
  encode(data: Pixels['data'], width: number, height: number, options: object): Uint8Array | null;
}

/** The pixels of an image, turned as its EXIF says; of a GIF those of its first frame. */
export async function decode(bytes: Buffer, { format, width, height }: Dimensions): Promise<Pixels | null> {
  switch (format) {
    case 'jpeg':
      return (await started<Decoder>(jpegDecoder, jpegWasm)).decode(bytes, true);
    case 'webp':
      return (await started<Decoder>(webpDecoder, webpDecoderWasm)).decode(bytes);
    case 'png':
      initPng(compiled(pngWasm));
      return decodePng(bytes);
    case 'heic':
      return decodeHeic(bytes, compiled);
    case 'gif': {
      const data = new Uint8ClampedArray(width * height * 4);
      new GifReader(bytes).decodeAndBlitFrameRGBA(0, data as unknown as Buffer);
      return { data, width, height };
    }
  }
}

/** The defaults of libwebp, with less quality and effort: a thumbnail is small, and many are made at once. */
const WEBP = {
  quality: 76,
  target_size: 0,
  target_PSNR: 0,
  method: 2,
  sns_strength: 50,
  filter_strength: 60,
  filter_sharpness: 0,
  filter_type: 1,
  partitions: 0,
  segments: 4,
  pass: 1,
  show_compressed: 0,
  preprocessing: 0,
  autofilter: 0,
  partition_limit: 0,
  alpha_compression: 1,
  alpha_filtering: 1,
  alpha_quality: 100,
  lossless: 0,
  exact: 0,
  image_hint: 0,
  emulate_jpeg_size: 0,
  thread_level: 0,
  low_memory: 0,
  near_lossless: 100,
  use_delta_palette: 0,
  use_sharp_yuv: 0,
};

export async function encodeWebp({ data, width, height }: Pixels): Promise<Uint8Array | null> {
  return (await started<Encoder>(webpEncoder, webpEncoderWasm)).encode(data, width, height, WEBP);
}

/** The defaults of MozJPEG, without its slow search for smaller files. */
const JPEG = {
  quality: 80,
  baseline: false,
  arithmetic: false,
  progressive: true,
  optimize_coding: true,
  smoothing: 0,
  color_space: 3,
  quant_table: 3,
  trellis_multipass: false,
  trellis_opt_zero: false,
  trellis_opt_table: false,
  trellis_loops: 1,
  auto_subsample: true,
  chroma_subsample: 2,
  separate_chroma_quality: false,
  chroma_quality: 75,
};

/** What is transparent becomes white. */
export async function encodeJpeg({ data, width, height }: Pixels): Promise<Uint8Array | null> {
  const opaque = new Uint8ClampedArray(data.length);
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3]!;
    const over = (value: number) => (value * alpha + 255 * (255 - alpha)) / 255;
    opaque.set([over(data[at]!), over(data[at + 1]!), over(data[at + 2]!), 255], at);
  }
  return (await started<Encoder>(jpegEncoder, jpegEncoderWasm)).encode(opaque, width, height, JPEG);
}
