import { describe, expect, it } from '@jest/globals';
import { splitFrontMatter } from './front-matter';
import { resolveLink } from './resolve-link';

const note = { root: 'w' as const, path: ['Notes', 'Trips', 'Kyoto.md'] };

describe('rendered markdown', () => {
  it('FV-01 relative links start at the note, absolute ones at the root, and none leaves the tree', () => {
    expect(resolveLink(note, 'map%20a.png')?.path).toEqual(['Notes', 'Trips', 'map a.png']);
    expect(resolveLink(note, '../Ideas.md#later')?.path).toEqual(['Notes', 'Ideas.md']);
    expect(resolveLink(note, '/Images/x.png')?.path).toEqual(['Images', 'x.png']);
    expect(resolveLink(note, '../../../../etc/passwd')).toBeUndefined();
  });

  it('FV-01 front matter becomes fields with its values as written, the rest stays', () => {
    const text =
      '---\nstatus: "booked: yes"\ntags: [trip, "far, away"]\nversion: 1.10\ndue: 2025-04-03\nempty:\n---\n# Kyoto\n';
    expect(splitFrontMatter(text)).toEqual({
      fields: [
        ['status', 'booked: yes'],
        ['tags', 'trip, far, away'],
        ['version', '1.10'],
        ['due', '2025-04-03'],
        ['empty', ''],
      ],
      body: '# Kyoto\n',
    });
    expect(splitFrontMatter('# --- no\n').fields).toEqual([]);
  });

  it('FV-01 front matter that is not YAML is shown as written', () => {
    expect(splitFrontMatter('---\nby: me\nno colon here\n---\nbody')).toEqual({
      fields: [],
      invalid: 'by: me\nno colon here',
      body: 'body',
    });
  });
});
