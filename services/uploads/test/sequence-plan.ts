/** Generated plans of an upload: its steps, and how it ends. */
import fc from 'fast-check';

/** Small, so that a thousand uploads are fast; the row stores the size, and everything else is derived from it. */
export const CHUNK = 4_096;

const KINDS = [
  'chunk',
  'chunk',
  'chunk',
  'chunk',
  'same at once',
  'twist',
  'wrong offset',
  'wrong size',
  'wrong total',
  'no such index',
  'empty',
  'cut off',
  'foreign',
  'guessed',
  'complete',
  'complete twice',
  'wrong complete',
  'look',
] as const;
const ENDS = ['finish', 'finish', 'finish', 'abort', 'abort against complete', 'expire', 'crash'] as const;
export type Step = { readonly kind: (typeof KINDS)[number]; readonly index: number };
export interface Sequence {
  readonly steps: readonly Step[];
  readonly chunks: number;
  readonly tail: number;
  /** Whether the target exists before, and how the conflict is to be resolved. */
  readonly occupied: 'no' | 'refuse' | 'keep-both';
  readonly end: (typeof ENDS)[number];
}
export const sequence: fc.Arbitrary<Sequence> = fc.record({
  steps: fc.array(fc.record({ kind: fc.constantFrom(...KINDS), index: fc.integer({ min: 0, max: 3 }) }), {
    maxLength: 7,
  }),
  chunks: fc.integer({ min: 1, max: 4 }),
  tail: fc.integer({ min: 1, max: CHUNK }),
  occupied: fc.constantFrom('no', 'no', 'no', 'refuse', 'keep-both'),
  end: fc.constantFrom(...ENDS),
});
