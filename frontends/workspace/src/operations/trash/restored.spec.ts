import { describe, expect, it } from '@jest/globals';
import { restoredText, type Restored } from './restored';

const at = (...path: string[]) => ({ root: 'w' as const, path });
const back = (to: string[], origin: string[] | undefined, folderMade = false): Restored => ({
  name: to.at(-1)!,
  to: at(...to),
  ...(origin && { origin: at(...origin) }),
  ...(folderMade && { folderMade }),
});

describe('what a restore says', () => {
  it('TR-02 only the name when the entry is where it was', () => {
    expect(restoredText([back(['In', 'a.txt'], ['In', 'a.txt'])])).toEqual({ title: 'Restored "a.txt"' });
  });

  it('TR-02 where it is when its name was taken, its folder gone or its origin unknown', () => {
    const { title, description } = restoredText([back(['In', 'a (2).txt'], ['In', 'a.txt'], true)]);
    expect(title).toBe('Restored "a.txt"');
    expect(description).toBe(
      'It is now “a (2).txt” in In, because its name was taken. Its folder “In” was gone and was made again.',
    );
    expect(restoredText([back(['c.txt'], undefined)]).description).toBe(
      'Its original folder is not known, so it is in Workspace.',
    );
  });

  it('TR-02 many are counted', () => {
    const { title, description } = restoredText([
      back(['In', 'a (2).txt'], ['In', 'a.txt']),
      back(['In', 'b (2).txt'], ['In', 'b.txt']),
      back(['Old', 'c.txt'], ['Old', 'c.txt'], true),
      back(['d.txt'], undefined),
    ]);
    expect(title).toBe('Restored 4 items');
    expect(description).toBe(
      'With a new name, because the old one was taken: 2. In a folder that was gone and was made again: 1. In ' +
        'Workspace, because the original folder is not known: 1.',
    );
  });
});
