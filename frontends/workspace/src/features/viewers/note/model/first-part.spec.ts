import { describe, expect, it } from '@jest/globals';
import { commonMarkExamples, packageDocuments, variantsOf } from './corpus';
import { firstPart, withFirstPart } from './first-part';
import { parseNote } from './parse';
import { printNote } from './print-note';

const LENGTHS = [40, 150, 700, 3_000];

describe('the first part of a long note', () => {
  it('has the blocks of the whole note, wherever it ends, and its text is written as it was', () => {
    let parts = 0;
    const texts = [...packageDocuments(40).map(({ text }) => text), commonMarkExamples().join('\n')];
    for (const text of texts.flatMap(variantsOf)) {
      for (const length of LENGTHS) {
        const first = firstPart(text, length);
        if (!first) continue;
        parts++;
        expect(printNote(first.doc, first.doc.blocks) + first.rest).toBe(text);
        let step = first.steps.next();
        while (!step.done) step = first.steps.next();
        const whole = withFirstPart(step.value, first.doc);
        expect(whole).toBeDefined();
        expect(whole!.blocks.slice(0, first.doc.blocks.length)).toEqual(first.doc.blocks);
        expect(whole!.blocks.length).toBe(parseNote(text).blocks.length);
        expect(printNote(whole!, whole!.blocks)).toBe(text);
      }
    }
    expect(parts).toBeGreaterThan(200);
  });
});
