import { describe, expect, it } from '@jest/globals';
import { folderFromLines } from './files.endpoints';

/** A response body that arrives in chunks of `size` bytes. */
function arriving(text: string, size: number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(at, (at += size)));
    },
  });
}

const line = (first: number, count: number) => {
  const numbers = Array.from({ length: count }, (_, index) => first + index);
  return `${JSON.stringify({
    names: numbers.map((number) => `é ${number}`),
    dirs: [0],
    sizes: numbers,
    mtimes: numbers,
    births: numbers,
    errors: { [count - 1]: 'EACCES' },
  })}\n`;
};

describe('folder listing', () => {
  it.each([1, 7, 64, 1_000_000])(
    'FT-03 a listing that arrives in chunks of %i bytes is read completely',
    async (size) => {
      const folder = await folderFromLines(arriving(line(0, 3) + line(3, 2) + line(5, 1), size));
      expect(folder).toEqual({
        names: ['é 0', 'é 1', 'é 2', 'é 3', 'é 4', 'é 5'],
        isDir: [true, false, false, true, false, true],
        sizes: [0, 1, 2, 3, 4, 5],
        mtimes: [0, 1, 2, 3, 4, 5],
        births: [0, 1, 2, 3, 4, 5],
        errors: { 2: 'EACCES', 4: 'EACCES', 5: 'EACCES' },
      });
    },
  );

  it.each(['{}\n', 'null\n', '<html>\n', '{"names":["a"],"dirs":[],"sizes":[],"mtimes":[],"births":[],"errors":{}}\n'])(
    'rejects a listing of another shape: %j',
    async (text) => {
      await expect(folderFromLines(arriving(text, 100))).rejects.toThrow('Invalid response from API');
    },
  );

  it('rejects a listing that was cut off within a line, for another reason', async () => {
    const cutOff = line(0, 2) + line(2, 2).slice(0, 20);
    await expect(folderFromLines(arriving(cutOff, 100))).rejects.toThrow('The response was cut off.');
  });
});
