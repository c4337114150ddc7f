import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { commit } from './commands';
import { parseWorkbook } from './model/workbook';
import { SheetSession } from './session';

const textOf = (sheets: Record<string, string>): string =>
  JSON.stringify({
    worksheets: Object.entries(sheets).map(([worksheetName, cell]) => ({ worksheetName, data: [[cell]] })),
  });
const TEXT = textOf({ A: 'a', B: 'b', C: 'c' });

let session: SheetSession;
let end: () => void;
let written: string[];
const shown = () => [session.sheet.name, session.valueAt(0, 0)];
const first = () => session.book.sheets.map(({ rows }) => rows[0]?.cells[0]);

/** Shows a worksheet, types into its first cell, and takes another text over before the cell is left. */
function typeInto(index: number, text: string): void {
  session.show(index);
  session.edit({ text: 'typed', at: 'cell' });
  session.take(text);
  commit(session);
}

// The simulated page has no workers, and no cell here has a formula.
const { Worker: before } = globalThis;
beforeAll(
  () =>
    void Object.assign(globalThis, {
      Worker: class {
        postMessage() {}
        terminate() {}
      },
    }),
);
afterAll(() => void Object.assign(globalThis, { Worker: before }));

describe('a worksheet that is changed elsewhere while its cell is edited', () => {
  beforeEach(() => {
    written = [];
    session = new SheetSession({ text: TEXT, parsed: parseWorkbook(TEXT) }, (text) => written.push(text));
    end = session.start();
  });
  afterEach(() => end());

  it('is still the one that is written to when it is renamed', () => {
    typeInto(1, textOf({ A: 'a', New: 'b', C: 'c' }));
    expect(shown()).toEqual(['New', 'typed']);
    expect(first()).toEqual(['a', 'typed', 'c']);
  });

  it('is still the one that is written to when another one before it is deleted', () => {
    typeInto(2, textOf({ B: 'b', C: 'c' }));
    expect(shown()).toEqual(['C', 'typed']);
    expect(first()).toEqual(['b', 'typed']);
  });

  it.each([
    [2, textOf({ A: 'a', B: 'b' }), ['B', 'b']],
    [1, textOf({ A: 'a', C: 'c', D: 'd' }), ['C', 'c']],
  ] as const)('takes the typed text along when worksheet %i is deleted', (index, text, expected) => {
    typeInto(index, text);
    expect(session.editing).toBeUndefined();
    expect(shown()).toEqual(expected);
    expect(written).toEqual([]);
  });
});
