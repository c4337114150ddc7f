const MAX_CHUNKS = 1_000;
/** Enough to find the loud places of a bar. */
const SAMPLES_PER_BAR = 4_000;

interface Format {
  isFloat: boolean;
  /** Bytes of one sample. */
  width: number;
  /** Bytes of one sample of all channels. */
  step: number;
  begin: number;
  end: number;
}

const tagAt = (view: DataView, at: number) => String.fromCharCode(...[0, 1, 2, 3].map((n) => view.getUint8(at + n)));

function formatOf(view: DataView): Format | undefined {
  if (view.byteLength < 44 || tagAt(view, 0) !== 'RIFF' || tagAt(view, 8) !== 'WAVE') return undefined;
  let format: Pick<Format, 'isFloat' | 'width' | 'step'> | undefined;
  let at = 12;
  for (let n = 0; n < MAX_CHUNKS && at + 8 <= view.byteLength; n++) {
    const [tag, length] = [tagAt(view, at), view.getUint32(at + 4, true)];
    const begin = at + 8;
    if (tag === 'fmt ' && begin + 16 <= view.byteLength) {
      const [code, channels, bits] = [0, 2, 14].map((offset) => view.getUint16(begin + offset, true)) as [
        number,
        number,
        number,
      ];
      format = { isFloat: code === 3, width: bits / 8, step: (channels * bits) / 8 };
      const isKnown = code === 3 ? bits === 32 : [8, 16, 24, 32].includes(bits) && (code === 1 || code === 0xfffe);
      if (!isKnown || channels === 0) return undefined;
    }
    if (tag === 'data') return format && { ...format, begin, end: Math.min(view.byteLength, begin + length) };
    at = begin + length + (length % 2);
  }
  return undefined;
}

function sampleAt(view: DataView, at: number, { isFloat, width }: Format): number {
  if (isFloat) return view.getFloat32(at, true);
  if (width === 1) return (view.getUint8(at) - 128) / 128;
  // Its upper 16 bits.
  return view.getInt16(at + width - 2, true) / 32_768;
}

/** Peaks of uncompressed samples; undefined for other bytes. */
export function wavPeaks(bytes: Uint8Array<ArrayBuffer>, bars: number): Float32Array | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const format = formatOf(view);
  if (!format) return undefined;
  const count = Math.floor((format.end - format.begin) / format.step);
  const peaks = new Float32Array(bars);
  for (let bar = 0; bar < bars; bar++) {
    const [from, to] = [Math.floor((bar / bars) * count), Math.floor(((bar + 1) / bars) * count)];
    const stride = Math.max(1, Math.floor((to - from) / SAMPLES_PER_BAR));
    for (let n = from; n < to; n += stride) {
      const sample = Math.abs(sampleAt(view, format.begin + n * format.step, format));
      if (sample > peaks[bar]!) peaks[bar] = sample;
    }
  }
  return peaks;
}
