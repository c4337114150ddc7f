import { describe, expect, it } from '@jest/globals';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { FindResponseSchema, type FoundFileSchema, Root } from '@zo/proto/agent/v1';
import { findQuery } from './find.dto.js';
import { presentFound } from './find.presenter.js';

const query = findQuery.parse({ q: 'x', limit: 2, lines: 1 });
const present = (...files: MessageInitShape<typeof FoundFileSchema>[]) =>
  presentFound(create(FindResponseSchema, { files, total: 4_000_000_000 }), query);
const path = (...segments: string[]) => ({ root: Root.WORKSPACE, segments });

describe('what a computer says it has found', () => {
  it('PC-03 is bounded in files, lines, text, numbers and marks', () => {
    const line = {
      line: 1,
      text: 'y'.repeat(5_000),
      marks: Array.from({ length: 500 }, (_, at) => ({ start: at, end: at + 1 })),
    };
    const file = { path: path('a'), mtimeMs: Infinity, size: 2n ** 64n - 1n, lines: [line, line] };
    const { results, total } = present(file, file, file);
    expect(results).toHaveLength(2);
    expect(total).toBe(1_000);
    expect(results[0]).toMatchObject({ mtime: 8_640_000_000_000_000, size: Number.MAX_SAFE_INTEGER });
    expect(results[0]!.lines).toHaveLength(1);
    expect(results[0]!.lines[0]!.text).toHaveLength(300);
    expect(results[0]!.lines[0]!.marks).toHaveLength(20);
  });

  it('PC-03 has no path that is impossible', () => {
    for (const segments of [[], [''], ['..'], ['a/b'], ['\0'], Array.from({ length: 3_000 }, () => 'x')])
      expect(present({ path: path(...segments) }).results).toEqual([]);
    expect(present({}).results).toEqual([]);
  });

  it('PC-03 has no marks out of their text, out of order or over each other', () => {
    const marks = [
      { start: 3, end: 2 },
      { start: 0, end: 2 },
      { start: 1, end: 3 },
      { start: 2, end: 4_000_000_000 },
      { start: 3, end: 4 },
    ];
    const [file] = present({ path: path('name'), nameMarks: marks, lines: [{ line: 1, text: 'name', marks }] }).results;
    const expected = [
      [0, 2],
      [3, 4],
    ];
    expect(file).toMatchObject({ nameMarks: expected, lines: [{ marks: expected }] });
  });
});
