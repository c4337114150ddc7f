import { expect, it } from '@jest/globals';
import { elementsOf, NoListError } from './elements.js';

async function read(text: string, size = 7): Promise<(string | undefined)[]> {
  const bytes = Buffer.from(text);
  // Each block is written over once it was read, as those of a computer are.
  const block = Buffer.alloc(size);
  async function* blocks() {
    for (let at = 0; at < bytes.length; at += size) {
      const length = bytes.copy(block, 0, at, at + size);
      yield block.subarray(0, length);
    }
  }
  const found: (string | undefined)[] = [];
  for await (const element of elementsOf(blocks())) found.push(element);
  return found;
}

it('reads the objects of a list, wherever the blocks end', async () => {
  const objects = [{ a: 1 }, { text: 'a "quoted" } ] { [ \\ end\\', list: [[1], { b: [] }] }, {}, { ü: '✓ 🎉' }];
  const texts = objects.map((object) => JSON.stringify(object));
  const whole = `\ufeff [ ${texts.join(' ,\n ')} ]\n`;
  for (let size = 1; size <= Buffer.byteLength(whole); size++) expect(await read(whole, size)).toEqual(texts);
  expect(await read('[]')).toEqual([]);
  expect(await read(' [1, "two", null] ')).toEqual([]);
});

it.each(['', '{}', 'null', '[{"a":1}', '[{"a":"]', '[{}]]', '[] []', '<html>', '"[]"'])('refuses %j', async (text) => {
  await expect(read(text)).rejects.toThrow(NoListError);
});

it('leaves out an object that is too large, and reads the next', async () => {
  const long = `{"a":"${'x'.repeat(16 * 1024 * 1024)}"}`;
  const manifold = `{"a":[${'{},'.repeat(200_000)}{}]}`;
  for (const large of [long, manifold])
    expect(await read(`[{"b":1},${large},{"c":2}]`, 1024 * 1024)).toEqual(['{"b":1}', undefined, '{"c":2}']);
});
