/** Pixels as bytes: red, green, blue and alpha of each. */
export interface Pixels {
  readonly data: Uint8ClampedArray | Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** A smaller image no larger than a square of `size` pixels; each of its pixels is the mean of those it stands for. */
export function shrink({ data, width, height }: Pixels, size: number): Pixels {
  const scale = Math.min(1, size / Math.max(width, height));
  const [toWidth, toHeight] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  const small = new Uint8ClampedArray(toWidth * toHeight * 4);
  for (let y = 0; y < toHeight; y++) {
    const rows = span(y, height / toHeight, height);
    for (let x = 0; x < toWidth; x++) {
      const columns = span(x, width / toWidth, width);
      mean({ data, width, rows, columns }, small, (y * toWidth + x) * 4);
    }
  }
  return { data: small, width: toWidth, height: toHeight };
}

interface Span {
  from: number;
  to: number;
}

function span(index: number, scale: number, end: number): Span {
  const from = Math.min(end - 1, Math.floor(index * scale));
  return { from, to: Math.max(from + 1, Math.min(end, Math.floor((index + 1) * scale))) };
}

interface Area {
  data: Uint8ClampedArray | Uint8Array;
  width: number;
  rows: Span;
  columns: Span;
}

/** Colours count by their alpha: what is transparent has a colour that nobody sees. */
function mean({ data, width, rows, columns }: Area, small: Uint8ClampedArray, at: number): void {
  let [red, green, blue, alpha] = [0, 0, 0, 0];
  for (let y = rows.from; y < rows.to; y++)
    for (let x = columns.from, pixel = (y * width + columns.from) * 4; x < columns.to; x++, pixel += 4) {
      const weight = data[pixel + 3]!;
      red += data[pixel]! * weight;
      green += data[pixel + 1]! * weight;
      blue += data[pixel + 2]! * weight;
      alpha += weight;
    }
  if (alpha === 0) return;
  small[at] = red / alpha;
  small[at + 1] = green / alpha;
  small[at + 2] = blue / alpha;
  small[at + 3] = alpha / ((rows.to - rows.from) * (columns.to - columns.from));
}
