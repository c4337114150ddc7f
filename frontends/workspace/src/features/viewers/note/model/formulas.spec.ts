import { describe, expect, it } from '@jest/globals';
import { parseNote } from './parse';
import { printNote } from './print-note';

const textOf = (note: string) => {
  const [block] = parseNote(note).blocks;
  return block && 'children' in block ? block.children : [];
};

describe('formulas within text', () => {
  it.each([
    ['$$ p = \\frac{m g}{A}\\,Pa $$', '$$', ' p = \\frac{m g}{A}\\,Pa '],
    ['$$x^2$$', '$$', 'x^2'],
    ['$x^2$', '$', 'x^2'],
  ])('ED-02 %s is a formula', (note, math, text) => {
    expect(textOf(`${note}\n`)).toContainEqual({ text, math });
  });

  it('ED-02 a formula may stand within a sentence, with spaces between two signs', () => {
    expect(textOf('So $$ a_1 $$ it is.\n')).toEqual([
      { text: 'So ' },
      { text: ' a_1 ', math: '$$' },
      { text: ' it is.' },
    ]);
  });

  it.each(['from $5 to $6', 'only $ 5 and 6 $', '$$ $$', '$$ a $', '$$$$', '$$'])('%s stays text', (note) => {
    const nodes = textOf(`${note}\n`);
    expect(nodes.some((node) => 'math' in node)).toBe(false);
    const doc = parseNote(`${note}\n`);
    expect(printNote(doc, doc.blocks)).toBe(`${note}\n`);
  });
});
