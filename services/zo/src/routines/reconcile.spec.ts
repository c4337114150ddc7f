import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type KnownRoutine, reconcile } from './reconcile.js';

const found = (files: ReadonlyMap<string, string | undefined>) => [...files].map(([address, id]) => ({ address, id }));
const counter = () => {
  let n = 0;
  return () => `new-${++n}`;
};

describe('routines and their files', () => {
  it('ZR-02 a file keeps its id when it moves, a copy gets one of its own', () => {
    const known = [{ id: 'a', address: 'w/one' }];
    expect(reconcile([{ address: 'w/two', id: 'a' }], known, counter())).toEqual({
      routines: [{ id: 'a', address: 'w/two' }],
      gone: [],
    });
    const copied = [
      { address: 'w/copy', id: 'a' },
      { address: 'w/one', id: 'a' },
    ];
    expect(reconcile(copied, known, counter()).routines).toEqual([
      { id: 'new-1', address: 'w/copy' },
      { id: 'a', address: 'w/one' },
    ]);
  });

  it('a file keeps its id where it is, whatever it says; an id that nobody has is kept by one file', () => {
    const known = [{ id: 'a', address: 'w/one' }];
    const files = [
      { address: 'w/one', id: undefined },
      { address: 'w/two', id: 'restored' },
      { address: 'w/two copy', id: 'restored' },
    ];
    expect(reconcile(files, known, counter()).routines).toEqual([
      known[0],
      { id: 'restored', address: 'w/two' },
      { id: 'new-1', address: 'w/two copy' },
    ]);
    expect(reconcile([], known, counter())).toEqual({ routines: [], gone: ['a'] });
  });

  const name = fc.constantFrom('a', 'b', 'c', 'd', 'e');
  const change = fc.record({ kind: fc.constantFrom('make', 'move', 'copy', 'remove', 'strip'), from: name, to: name });

  it('ZR-02 after any history of a shell every file has one id, no id has two files, and moved files keep theirs', () => {
    fc.assert(
      fc.property(fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 12 }), (histories) => {
        const files = new Map<string, string | undefined>();
        const newId = counter();
        let known: readonly KnownRoutine[] = [];
        for (const changes of histories) {
          for (const { kind, from, to } of changes) {
            if (kind === 'make' && !files.has(to)) files.set(to, undefined);
            if (!files.has(from)) continue;
            if (kind === 'strip') files.set(from, undefined);
            if (kind === 'copy' && from !== to) files.set(to, files.get(from));
            if (kind === 'move' && from !== to) files.set(to, files.get(from));
            if (kind === 'remove' || (kind === 'move' && from !== to)) files.delete(from);
          }
          const before = new Map(files);
          const { routines, gone } = reconcile(found(files), known, newId);
          expect(routines.map(({ address }) => address)).toEqual([...files.keys()]);
          expect(new Set(routines.map(({ id }) => id)).size).toBe(routines.length);
          expect(routines.some(({ id }) => gone.includes(id))).toBe(false);
          for (const { id, address } of known) {
            const places = [...before].filter(([, said]) => said === id).map(([place]) => place);
            const isAlone = places.length === 1 && !before.has(address) && !known.some((k) => k.address === places[0]);
            if (isAlone) expect(routines).toContainEqual({ id, address: places[0] });
          }
          // The ids are written into the files; a second look changes nothing.
          for (const { id, address } of routines) files.set(address, id);
          known = routines;
          expect(reconcile(found(files), known, newId)).toEqual({ routines, gone: [] });
        }
      }),
      { numRuns: 500 },
    );
  });
});
