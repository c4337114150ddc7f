import { expect, it } from '@jest/globals';
import type { Location } from '../paths';
import { onWatched, watchedFolders, watchFolder } from './watched';

const at = (...path: string[]): Location => ({ root: 'm018f3a3e-0000-4000-8000-000000000001', path });

it('LS-01 a folder of a machine is watched as long as any cache has it, the last used first', () => {
  let changes = 0;
  onWatched(() => changes++);
  const [first, again] = [watchFolder(at('a')), watchFolder(at('a'))];
  const other = watchFolder(at('b'));
  expect(watchedFolders()).toEqual([at('b'), at('a')]);
  first();
  expect(watchedFolders()).toEqual([at('b'), at('a')]);
  again();
  expect([watchedFolders(), changes]).toEqual([[at('b')], 4]);
  other();
  expect(watchedFolders()).toEqual([]);
});

it('LS-01 names only as many folders as a message may have', () => {
  const ends = Array.from({ length: 70 }, (_, n) => watchFolder(at(`${n}`)));
  expect(watchedFolders()).toHaveLength(64);
  expect(watchedFolders()[0]).toEqual(at('69'));
  for (const end of ends) end();
  const long = Array.from({ length: 30 }, (_, n) =>
    watchFolder(at(...Array.from({ length: 10 }, () => `${n} ${'x'.repeat(150)}`))),
  );
  expect(JSON.stringify(watchedFolders()).length).toBeLessThan(16_000);
  for (const end of long) end();
});
