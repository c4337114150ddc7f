import { describe, expect, it } from '@jest/globals';
import { editBetween } from './edit-between';

const LONG = '{"a":"äöü 😀"},\n'.repeat(4_000);

/** What a computer makes of a file with the edit, in bytes. */
function made(base: string, edit: NonNullable<ReturnType<typeof editBetween>>): string {
  const bytes = Buffer.from(base);
  const end = edit.offset + Buffer.byteLength(edit.found);
  expect(bytes.subarray(edit.offset, end).toString()).toBe(edit.found);
  return Buffer.concat([bytes.subarray(0, edit.offset), Buffer.from(edit.replacement), bytes.subarray(end)]).toString();
}

describe('ED-11 the edit between two texts', () => {
  const middle = LONG.indexOf('😀', 30_000);
  it.each([
    ['a letter more', LONG.slice(0, middle) + 'x' + LONG.slice(middle)],
    ['a letter less', LONG.slice(0, middle - 1) + LONG.slice(middle)],
    ['more of the same', LONG + LONG.slice(0, 15)],
    ['another picture with the same first half', LONG.slice(0, middle) + '😁' + LONG.slice(middle + 2)],
    ['another picture with the same second half', LONG.slice(0, middle) + '\u{1FA00}' + LONG.slice(middle + 2)],
    ['two places', `[${LONG.slice(0, 4_000)}!${LONG.slice(4_000)}`],
  ])('makes the other of one: %s', (_what, text) => {
    const edit = editBetween(LONG, text)!;
    expect(made(LONG, edit)).toBe(text);
    expect([edit.found, edit.replacement].every((part) => part.isWellFormed())).toBe(true);
    expect(edit.found.length + edit.replacement.length).toBeLessThan(10_000);
  });

  it('keeps pictures whole that share one half', () => {
    // U+1F600 and U+1FA00 differ in the first half alone, U+1F601 in the second.
    for (const other of ['\u{1F601}', '\u{1F200}', '\u{20600}']) {
      const text = LONG.replace('😀', other);
      const edit = editBetween(LONG, text)!;
      expect([edit.found, edit.replacement]).toEqual(['😀', other]);
    }
  });

  it('is none where the whole text is as short', () => {
    expect(editBetween('a'.repeat(100), 'a'.repeat(101))).toBeUndefined();
    expect(editBetween(LONG, LONG.toUpperCase())).toBeUndefined();
    expect(editBetween('', LONG)).toBeUndefined();
  });

  it('is not made of a text that is larger than the server makes edits in', () => {
    const text = 'ä'.repeat(4 * 1024 * 1024);
    expect(editBetween(text, `${text}b`)).toMatchObject({ found: '', replacement: 'b' });
    expect(editBetween(`${text}b`, `${text}bc`)).toBeUndefined();
  });
});
