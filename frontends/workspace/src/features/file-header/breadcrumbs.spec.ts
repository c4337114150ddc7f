import { describe, expect, it } from '@jest/globals';
import { breadcrumbs, shorten } from './breadcrumbs';

const labels = (...path: string[]) => {
  const { hidden, shown } = breadcrumbs({ root: 'w', path });
  return [hidden.map(({ label }) => label), shown.map(({ label }) => label)];
};

describe('breadcrumbs', () => {
  it('FT-13 a path of up to 36 characters is shown whole', () => {
    expect(labels('Notes', 'Trip to Kyoto.md')).toEqual([[], ['Notes', 'Trip to Kyoto.md']]);
    expect(labels('a'.repeat(36))).toEqual([[], ['a'.repeat(36)]]);
  });

  it('FT-13 a longer path loses folders from the left', () => {
    expect(labels('Projects', 'Customers', 'Reports', 'summary.md')).toEqual([
      ['Projects'],
      ['Customers', 'Reports', 'summary.md'],
    ]);
    expect(breadcrumbs({ root: 's', path: ['x'.repeat(40), 'y.md'] }).shown[0]!.location).toEqual({
      root: 's',
      path: ['x'.repeat(40), 'y.md'],
    });
  });

  it('FT-13 a name that alone is too long loses its middle and keeps its extension', () => {
    const name = shorten(`${'very long '.repeat(8)}report.md`, 36);
    expect(name).toHaveLength(36);
    expect(name.endsWith('eport.md')).toBe(true);
  });
});
