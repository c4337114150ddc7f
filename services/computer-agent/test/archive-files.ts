/** Archives written byte by byte, as no ordinary program would write them. */
import { crc32, inflateRawSync } from 'node:zlib';

export interface ZipFile {
  /** Its characters are bytes. */
  name: string;
  /** As it is stored: deflated if `method` is 8. */
  content?: Buffer | string;
  method?: number;
  /** What the zip says about the unpacked size. */
  size?: number;
  /** What the zip says about the unpacked content. */
  sum?: number;
  /** Unix mode, e.g. of a link. */
  mode?: number;
  /** The content is that of the first file again. */
  isFirstAgain?: boolean;
}

const MAX_COUNT = 0xffff;

export function zipOf(files: readonly ZipFile[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  let first: { common: Buffer; nameLength: number } | undefined;
  for (const { name, content = '', method = 0, size, sum, mode, isFirstAgain } of files) {
    const [bytes, data] = [Buffer.from(name, 'latin1'), Buffer.from(content)];
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(sum ?? crc32(method === 8 ? inflateRawSync(data) : data), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(size ?? data.length, 18);
    if (isFirstAgain && first) first.common.copy(common);
    common.writeUInt16LE(bytes.length, 22);
    first ??= { common, nameLength: bytes.length };
    const tail = Buffer.alloc(14);
    if (mode !== undefined) tail.writeUInt32LE((mode * 0x10000) >>> 0, 6);
    tail.writeUInt32LE(isFirstAgain ? 0 : offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x03', 'latin1'), common, tail, bytes);
    if (isFirstAgain) continue;
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, bytes, data]);
    parts.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const isLarge = files.length >= MAX_COUNT;
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(Math.min(files.length, MAX_COUNT), 8);
  end.writeUInt16LE(Math.min(files.length, MAX_COUNT), 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  const large = isLarge ? largeEnd(files.length, { size: central.length, offset }) : Buffer.alloc(0);
  return Buffer.concat([...parts, central, large, end]);
}

/** The end of a zip with more entries than its usual end can say, in the form of zip64. */
function largeEnd(count: number, { size, offset }: { size: number; offset: number }): Buffer {
  const end = Buffer.alloc(76);
  end.write('PK\x06\x06', 'latin1');
  end.writeBigUInt64LE(44n, 4);
  end.writeBigUInt64LE(BigInt(count), 24);
  end.writeBigUInt64LE(BigInt(count), 32);
  end.writeBigUInt64LE(BigInt(size), 40);
  end.writeBigUInt64LE(BigInt(offset), 48);
  end.write('PK\x06\x07', 56, 'latin1');
  end.writeBigUInt64LE(BigInt(offset + size), 64);
  end.writeUInt32LE(1, 72);
  return end;
}

export interface TarFile {
  name: string;
  /** Of the header: 0 file, 1 second name, 2 link, 3 device, 5 folder, 6 pipe, x pax. */
  type?: string;
  target?: string;
  content?: Buffer | string;
  /** The digits of the size field. */
  size?: string;
}

const BLOCK = 512;

export function tarOf(files: readonly TarFile[]): Buffer {
  const parts = files.flatMap(({ name, type = '0', target = '', content = '', size }) => {
    const data = Buffer.from(content);
    const header = Buffer.alloc(BLOCK);
    header.write(name.slice(0, 100), 0, 'latin1');
    header.write('0000777', 100);
    header.write('0000000', 108);
    header.write('0000000', 116);
    header.write(size ?? data.length.toString(8).padStart(11, '0'), 124, 12, 'latin1');
    header.write('00000000000', 136);
    header.write(' '.repeat(8), 148);
    header.write(type, 156);
    header.write(target.slice(0, 100), 157, 'latin1');
    header.write('ustar\x0000', 257, 'latin1');
    const sum = header.reduce((all, byte) => all + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return [header, data, Buffer.alloc((BLOCK - (data.length % BLOCK)) % BLOCK)];
  });
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]);
}
