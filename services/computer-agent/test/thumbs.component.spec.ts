import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import http from 'node:http';
import { join } from 'node:path';
import { deflateSync, crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HEIC_PHOTO } from '../../../infra/testing/product/heic-photo.js';
import { Agent, childrenOf, until } from './agent.js';

let agent: Agent;
beforeAll(async () => {
  agent = await Agent.start();
});
afterAll(() => agent.stop());

const put = (name: string, bytes: Uint8Array) => writeFileSync(join(agent.workspace, name), bytes);
const thumb = (name: string, headers = {}, size = '320') =>
  agent.request('GET', `/thumbs/w/${encodeURIComponent(name)}?size=${size}`, { headers });
/** How many are kept. */
function kept(): number {
  const folder = join(agent.home, '.computer/cache/thumbs');
  return existsSync(folder) ? readdirSync(folder).length : 0;
}

/** Asks without waiting for the answer. */
async function begin(name: string) {
  const headers = { authorization: await agent.tokens.bearer() };
  const request = http.request({ socketPath: agent.socket, path: `/thumbs/w/${name}?size=320`, headers, agent: false });
  request.on('error', () => undefined).end();
  await once(request, 'finish');
  return request;
}
const reasonOf = ({ body }: { body: Buffer }) =>
  (JSON.parse(body.toString()) as { error: { reason: string } }).error.reason;

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG that says to be so large; `rows` of its black pixels are there. */
function png(width: number, height: number, rows = height): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc(rows * (1 + width * 3)));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A GIF of 2 × 2 pixels, red and blue. */
const GIF = Buffer.concat([
  Buffer.from('GIF89a', 'latin1'),
  Buffer.from('02000200800000ff00000000ff2c000000000200020000020284510 03b'.replaceAll(' ', ''), 'hex'),
]);

/** The photo, but its head says to be so large. */
function heicOf(side: number): Buffer {
  const bytes = Buffer.from(HEIC_PHOTO);
  const at = bytes.indexOf('ispe') + 8;
  bytes.writeUInt32BE(side, at);
  bytes.writeUInt32BE(side, at + 4);
  return bytes;
}

/** Size in the head of a lossy WebP file. */
const sizeOf = (webp: Buffer) => [webp.readUInt16LE(26) & 0x3fff, webp.readUInt16LE(28) & 0x3fff];

/** Size in the frame header of a progressive JPEG file. */
const jpegSizeOf = (jpeg: Buffer) => {
  const at = jpeg.indexOf(Buffer.from([0xff, 0xc2]));
  return [jpeg.readUInt16BE(at + 7), jpeg.readUInt16BE(at + 5)];
};

describe('thumbnails', () => {
  it('makes a small WebP of a picture, once for each version of it', async () => {
    put('wide.png', png(1_200, 600));
    const made = await thumb('wide.png');
    expect(made).toMatchObject({ status: 200, headers: { 'content-type': 'image/webp' } });
    expect(made.body.toString('latin1', 8, 12)).toBe('WEBP');
    expect(sizeOf(made.body)).toEqual([320, 160]);
    expect(readdirSync(join(agent.home, '.computer/cache/thumbs'))).toHaveLength(1);
    const etag = made.headers.etag as string;
    expect((await thumb('wide.png', { 'if-none-match': etag })).status).toBe(304);
    expect((await thumb('wide.png')).body.equals(made.body)).toBe(true);
    utimesSync(join(agent.workspace, 'wide.png'), 1, 1);
    const changed = await thumb('wide.png', { 'if-none-match': etag });
    expect(changed.status).toBe(200);
    expect(changed.headers.etag).not.toBe(etag);
  });

  it('shows the first frame of a GIF, and nothing is enlarged', async () => {
    put('tiny.gif', GIF);
    const { status, body } = await thumb('tiny.gif');
    expect([status, body.toString('latin1', 8, 12)]).toEqual([200, 'WEBP']);
  });

  it.each([
    ['a picture of 100,000 × 100,000 pixels', () => png(100_000, 100_000, 1)],
    ['a head and nothing after it', () => png(800, 600).subarray(0, 40)],
    ['half of a picture that says to be a JPEG', () => Buffer.from('ffd8ffc00011080400040003', 'hex')],
    ['a HEIC that says to be of 100,000 × 100,000 pixels', () => heicOf(100_000)],
    ['half of a HEIC', () => HEIC_PHOTO.subarray(0, 500)],
    ['text', () => Buffer.from('no picture')],
    ['nothing', () => Buffer.alloc(0)],
  ])('has no preview of %s, and remembers that', async (_what, bytes) => {
    put('hostile.png', bytes());
    for (let turn = 0; turn < 2; turn++) {
      const refused = await thumb('hostile.png');
      expect([refused.status, reasonOf(refused)]).toEqual([409, 'ERROR_REASON_UNREADABLE']);
    }
  });

  it('is made when it is asked for again, after something else ended its program', async () => {
    put('killed.png', png(6_000, 6_000));
    const before = kept();
    const first = thumb('killed.png');
    const [pid] = await until(
      () => childrenOf(agent.child.pid!, 'thumb.mjs'),
      (found) => found.length > 0,
    );
    process.kill(pid!, 'SIGKILL');
    expect(reasonOf(await first)).toBe('ERROR_REASON_LIMIT_REACHED');
    expect(kept()).toBe(before);
    expect((await thumb('killed.png')).status).toBe(200);
  });

  it('is made as long as anybody waits for it, and not for those that have left', async () => {
    const before = kept();
    for (const name of ['a', 'b']) put(`busy ${name}.png`, png(6_000, 6_000));
    for (const name of ['joined', 'left', 'last']) put(`${name}.png`, png(200, 100, 100));
    const busy = ['a', 'b'].map((name) => thumb(`busy ${name}.png`));
    await until(
      () => childrenOf(agent.child.pid!, 'thumb.mjs'),
      (found) => found.length === 2,
    );
    const first = await begin('joined.png');
    const left = await begin('left.png');
    const joined = thumb('joined.png');
    const last = thumb('last.png');
    for (const request of [first, left]) request.destroy();
    expect((await joined).status).toBe(200);
    expect((await last).status).toBe(200);
    expect((await Promise.all(busy)).map(({ status }) => status)).toEqual([200, 200]);
    expect(kept()).toBe(before + 4);
  });

  it('refuses other sizes, folders and what is not there', async () => {
    expect(reasonOf(await thumb('wide.png', {}, '4000'))).toBe('ERROR_REASON_INVALID');
    expect(reasonOf(await thumb('Articles'))).toBe('ERROR_REASON_IS_FOLDER');
    expect(reasonOf(await thumb('gone.png'))).toBe('ERROR_REASON_NOT_FOUND');
  });

  it('makes a JPEG of at most 1568 pixels for models', async () => {
    put('large.png', png(3_136, 1_000));
    const made = await thumb('large.png', {}, '1568');
    expect(made).toMatchObject({ status: 200, headers: { 'content-type': 'image/jpeg' } });
    expect(jpegSizeOf(made.body)).toEqual([1_568, 500]);
    put('small.gif', GIF);
    expect(jpegSizeOf((await thumb('small.gif', {}, '1568')).body)).toEqual([2, 2]);
    put('phone.heic', HEIC_PHOTO);
    expect(jpegSizeOf((await thumb('phone.heic', {}, '1568')).body)).toEqual([64, 48]);
    put('large.png', Buffer.from('no image'));
    expect(reasonOf(await thumb('large.png', {}, '1568'))).toBe('ERROR_REASON_UNREADABLE');
    expect((await thumb('small.gif', {}, '1567')).status).toBe(400);
  });
});
