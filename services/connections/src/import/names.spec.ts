import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { segment } from '@zo/http';
import { fileNameOf, foldersOf } from './names.js';

it('makes names of files from any name', () => {
  const cases: [name: string, ending: string, made: string][] = [
    ['Report.pdf', '', 'Report.pdf'],
    ['Plan', '.md', 'Plan.md'],
    ['Plan.md', '.md', 'Plan.md'],
    ['Plan.MD', '.md', 'Plan.md'],
    ['a/b\u0000c\nd.txt', '', 'a-b c d.txt'],
    ['..', '', 'Untitled'],
    ['', '.md', 'Untitled.md'],
    ['../../etc/passwd', '', '..-..-etc-passwd'],
    ['photo\u202egnp.exe', '', 'photo gnp.exe'],
    ['\ud800', '', '\ufffd'],
    [`${'ü'.repeat(200)}.pdf`, '', `${'ü'.repeat(125)}.pdf`],
  ];
  for (const [name, ending, made] of cases) expect([name, fileNameOf(name, ending)]).toEqual([name, made]);
});

it('every name it makes is one that the computer takes', () => {
  const ending = fc.constantFrom('', '.md', '.xlsx');
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), ending, (name, end) => {
      const made = fileNameOf(name, end);
      expect(segment.safeParse(made).success).toBe(true);
      expect(made.endsWith(end)).toBe(true);
    }),
  );
});

it('reads paths of folders, and no other paths', () => {
  expect(foldersOf('/Imports//Drive/')).toEqual(['Imports', 'Drive']);
  expect(foldersOf('')).toEqual([]);
  for (const path of ['../x', 'a/./b', 'a\u0000', '\ud800', 'x'.repeat(256)]) expect(foldersOf(path)).toBeUndefined();
});
