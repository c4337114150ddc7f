/** Writes PDF files for tests: pages of text, links, an outline, images of any size, a password. */
import { createHash, randomBytes } from 'node:crypto';

export interface PdfPage {
  readonly lines: readonly string[];
  /** Size in bytes of an incompressible image on the page. */
  readonly imageBytes?: number;
  /** A link over the first line: an address, or a page number. */
  readonly link?: string | number;
}

export interface PdfOptions {
  readonly pages: readonly PdfPage[];
  /** Titles with their page numbers, from 1. */
  readonly outline?: readonly (readonly [string, number])[];
  readonly password?: string;
  /** Writes the dictionary of each page beside its contents, as scanners do; most programs write all at the end. */
  readonly spread?: boolean;
}

const PADDING = Buffer.from('28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A', 'hex');
const md5 = (...parts: Uint8Array[]) => createHash('md5').update(Buffer.concat(parts)).digest();

function rc4(key: Uint8Array, data: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_none, index) => index);
  const swap = (a: number, b: number) => ([state[a], state[b]] = [state[b]!, state[a]!]);
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + state[i]! + key[i % key.length]!) & 255;
    swap(i, j);
  }
  let [i, j] = [0, 0];
  return Buffer.from(data).map((byte) => {
    i = (i + 1) & 255;
    j = (j + state[i]!) & 255;
    swap(i, j);
    return byte ^ state[(state[i]! + state[j]!) & 255]!;
  }) as Buffer;
}

/** Encryption with the standard security handler, revision 2: 40 bits. */
function encryption(password: string, id: Buffer) {
  const padded = Buffer.concat([Buffer.from(password, 'latin1'), PADDING]).subarray(0, 32);
  const permissions = Buffer.from([0xfc, 0xff, 0xff, 0xff]);
  const owner = rc4(md5(padded).subarray(0, 5), padded);
  const key = md5(padded, owner, permissions, id).subarray(0, 5);
  const hex = (bytes: Buffer) => `<${bytes.toString('hex')}>`;
  return {
    entry: `<< /Filter /Standard /V 1 /R 2 /O ${hex(owner)} /U ${hex(rc4(key, PADDING))} /P -4 >>`,
    seal: (object: number, data: Buffer) => {
      const salt = Buffer.from([object & 255, (object >> 8) & 255, (object >> 16) & 255, 0, 0]);
      return rc4(md5(key, salt).subarray(0, 10), data);
    },
  };
}

const WIDTH = 595;
const HEIGHT = 842;
const escaped = (text: string) => text.replace(/[\\()]/g, '\\$&');

function contentOf({ lines, imageBytes }: PdfPage): Buffer {
  const text = lines.map((line, n) => `BT /F1 ${n ? 12 : 24} Tf 72 ${750 - n * 28} Td (${escaped(line)}) Tj ET`);
  return Buffer.from([...text, imageBytes ? 'q 200 0 0 200 72 72 cm /I Do Q' : ''].join('\n'), 'latin1');
}

/** Writes numbered objects: catalog, page tree, font, outline and its entries, and three or four for every page. */
class Writer {
  readonly #parts: Buffer[] = [Buffer.from('%PDF-1.4\n%\xE2\xE3\xCF\xD3\n', 'latin1')];
  readonly #places = new Map<number, number>();
  #length = this.#parts[0]!.length;
  #next = 1;

  reserve(): number {
    return this.#next++;
  }

  object(number: number, body: string, data?: Buffer): void {
    this.#places.set(number, this.#length);
    this.#add(Buffer.from(`${number} 0 obj\n${body}\n${data ? 'stream\n' : 'endobj\n'}`, 'latin1'));
    if (!data) return;
    this.#add(data);
    this.#add(Buffer.from('\nendstream\nendobj\n'));
  }

  end(trailer: string): Buffer {
    const table = Array.from({ length: this.#next - 1 }, (_none, n) => this.#places.get(n + 1)!);
    const rows = table.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
    const start = this.#length;
    this.#add(
      Buffer.from(
        `xref\n0 ${this.#next}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${this.#next} ${trailer} ` +
          `>>\nstartxref\n${start}\n%%EOF\n`,
      ),
    );
    return Buffer.concat(this.#parts);
  }

  #add(bytes: Buffer): void {
    this.#parts.push(bytes);
    this.#length += bytes.length;
  }
}

function writeImage(writer: Writer, bytes: number): number {
  const side = Math.ceil(Math.sqrt(bytes / 3));
  const image = writer.reserve();
  const data = randomBytes(side * side * 3);
  writer.object(
    image,
    `<< /Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceRGB /BitsPerComponent 8 ` +
      `/Length ${data.length} >>`,
    data,
  );
  return image;
}

const linkOf = (link: string | number, pages: readonly number[]) => {
  const action =
    typeof link === 'number' ? `/Dest [${pages[link - 1]} 0 R /Fit]` : `/A << /S /URI /URI (${escaped(link)}) >>`;
  return `/Annots [<< /Type /Annot /Subtype /Link /Rect [60 740 535 780] /Border [0 0 0] ${action} >>]`;
};

/** The bytes of a PDF file. */
export function pdfFile({ pages, outline = [], password, spread = false }: PdfOptions): Buffer {
  const writer = new Writer();
  const id = randomBytes(16);
  const secret = password === undefined ? undefined : encryption(password, id);
  const [catalog, tree, font, contents] = [writer.reserve(), writer.reserve(), writer.reserve(), writer.reserve()];
  const numbers = pages.map(() => writer.reserve());
  const writePage = (at: number, dictionary: string) => writer.object(numbers[at]!, dictionary);
  const dictionaries = pages.map((page, at) => {
    const stream = writer.reserve();
    const plain = contentOf(page);
    const data = secret ? secret.seal(stream, plain) : plain;
    writer.object(stream, `<< /Length ${data.length} >>`, data);
    const image = page.imageBytes ? `/XObject << /I ${writeImage(writer, page.imageBytes)} 0 R >>` : '';
    const link = page.link === undefined ? '' : linkOf(page.link, numbers);
    const dictionary = [
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${WIDTH} ${HEIGHT}] /Contents ${stream} 0 R`,
      `/Resources << /Font << /F1 ${font} 0 R >> ${image} >> ${link} >>`,
    ].join(' ');
    if (spread) writePage(at, dictionary);
    return dictionary;
  });
  if (!spread) dictionaries.forEach((dictionary, at) => writePage(at, dictionary));
  const lines = outline.map(() => writer.reserve());
  outline.forEach(([title, page], at) => {
    const beside = `${at > 0 ? `/Prev ${lines[at - 1]} 0 R` : ''} ${at < lines.length - 1 ? `/Next ${lines[at + 1]} 0 R` : ''}`;
    writer.object(
      lines[at]!,
      `<< /Title (${escaped(title)}) /Parent ${contents} 0 R /Dest [${numbers[page - 1]} 0 R /XYZ 0 ${HEIGHT} 0] ` +
        `${beside} >>`,
    );
  });
  const ends = lines.length ? `/First ${lines[0]} 0 R /Last ${lines.at(-1)} 0 R /Count ${lines.length}` : '';
  writer.object(contents, `<< /Type /Outlines ${ends} >>`);
  writer.object(font, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  writer.object(tree, `<< /Type /Pages /Count ${pages.length} /Kids [${numbers.map((n) => `${n} 0 R`).join(' ')}] >>`);
  writer.object(catalog, `<< /Type /Catalog /Pages ${tree} 0 R /Outlines ${contents} 0 R >>`);
  const hex = `<${id.toString('hex')}>`;
  return writer.end(`/Root ${catalog} 0 R /ID [${hex} ${hex}] ${secret ? `/Encrypt ${secret.entry}` : ''}`);
}
