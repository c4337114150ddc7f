import { expect, it } from '@jest/globals';
import type { Root } from '@zo/web/paths';
import { trashedIn } from './trashed';

const MACHINE = 'm018f3a3e-0000-4000-8000-000000000001' as Root;
const of = (root: Root, trashed?: string) => ({ root, path: ['a'], ...(trashed ? { trashed } : { error: 'no' }) });

it('TR-01 what went to one trash is brought back together, both roots of the computer from the same', () => {
  expect(trashedIn([of('w', '1'), of(MACHINE, '2'), of('s', '3'), of(MACHINE), of(MACHINE, '4')])).toEqual([
    { root: 'w', names: ['1', '3'] },
    { root: MACHINE, names: ['2', '4'] },
  ]);
  expect(trashedIn([of('w')])).toEqual([]);
});
