import { describe, expect, it } from '@jest/globals';
import { resolveLink, splitFrontmatter } from './viewer';

const note = { root: 'w' as const, path: ['Notes', 'Trips', 'Kyoto.md'] };

describe('rendered markdown', () => {
  it('FV-01 relative links start at the note, absolute ones at the root, and none leaves the tree', () => {
    expect(resolveLink(note, 'map%20a.png')?.path).toEqual(['Notes', 'Trips', 'map a.png']);
    expect(resolveLink(note, '../Ideas.md#later')?.path).toEqual(['Notes', 'Ideas.md']);
    expect(resolveLink(note, '/Images/x.png')?.path).toEqual(['Images', 'x.png']);
    expect(resolveLink(note, '../../../../etc/passwd')).toBeUndefined();
  });

  it('FV-01 front matter becomes fields, the rest stays', () => {
    expect(splitFrontmatter('---\nstatus: "booked: yes"\nno colon here\nby: me\n---\n# Kyoto\n')).toEqual({
      fields: [
        ['status', 'booked: yes'],
        ['by', 'me'],
      ],
      body: '# Kyoto\n',
    });
    expect(splitFrontmatter('# --- no\n').fields).toEqual([]);
  });
});
