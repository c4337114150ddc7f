import { describe, expect, it } from '@jest/globals';
import { frontMatterOf, withField, withNewField, withoutField } from './front-matter-fields';

const note = (front: string) => `---\n${front}\n---\n# A\n`;
const valuesOf = (text: string) => frontMatterOf(text).fields.map(({ name, value }) => [name, value]);

describe('fields of the front matter', () => {
  it('ED-01 simple values are fields; lists, maps and long texts are shown as they are', () => {
    const text = note(
      "a: 1\nb: \"x: y\"\nc: 'it''s'\nd:\nlist:\n  - x\ninline: [1, 2]\ntext: |\n  more\nno colon # here\n# note",
    );
    expect(valuesOf(text)).toEqual([
      ['a', '1'],
      ['b', 'x: y'],
      ['c', "it's"],
      ['d', ''],
    ]);
    expect(frontMatterOf(text).others.map((other) => other.text)).toEqual([
      'list:',
      '  - x',
      'inline: [1, 2]',
      'text: |',
      '  more',
      'no colon # here',
      '# note',
    ]);
    expect(frontMatterOf('# no\n')).toEqual({ fields: [], others: [] });
  });

  it.each([
    ['a: 1', '2', 'a: 2'],
    ['a:   1 # why', '2', 'a:   2 # why'],
    ['a: "1"', '2', 'a: "2"'],
    ["a: '1'", "it's", "a: 'it''s'"],
    ['a: 1', 'x: y', 'a: "x: y"'],
    ['a: 1', 'say "hi" \\ there', 'a: "say \\"hi\\" \\\\ there"'],
    ['a: 1', ' edge', 'a: " edge"'],
    ['a:', 'x', 'a: x'],
    ['a: 1', 'a & b', 'a: "a & b"'],
    ['a: 1', '<b>', 'a: "<b>"'],
    ['a: 1', '#x', 'a: "#x"'],
  ])('ED-01 %s with the value %s becomes %s', (before, value, after) => {
    const text = note(`x: 1\n${before}\ny: 2`);
    const changed = withField(text, { line: 2, name: 'a', value });
    expect(changed).toBe(note(`x: 1\n${after}\ny: 2`));
    expect(valuesOf(changed)[1]).toEqual(['a', value]);
  });

  it('ED-01 line ends and a byte order mark stay', () => {
    const text = '\uFEFF---\r\na: 1\r\n---\r\n# A\r\n';
    expect(withField(text, { line: 1, name: 'a', value: '2' })).toBe('\uFEFF---\r\na: 2\r\n---\r\n# A\r\n');
    expect(withNewField(text, 'b')).toBe('\uFEFF---\r\na: 1\r\nb: \r\n---\r\n# A\r\n');
    expect(withoutField(text, { line: 1, name: 'a' })).toBe('\uFEFF---\r\n---\r\n# A\r\n');
  });

  it.each([
    ['moved', 'z: 0\nx: 1\na: 1', 'z: 0\nx: 1\na: 2', 'z: 0\nx: 1'],
    ['that is gone', 'x: 1', 'x: 1', 'x: 1'],
    ['that became a list', 'x: 1\na:\n  - 1', 'x: 1\na:\n  - 1', 'x: 1\na:\n  - 1'],
    ['that is there twice and moved', 'z: 0\nx: 1\na: 1\na: 2', 'z: 0\nx: 1\na: 1\na: 2', 'z: 0\nx: 1\na: 1\na: 2'],
  ])('ED-01 an edit of a field %s meanwhile changes no other line', (_what, inner, changed, removed) => {
    const shown = { line: 2, name: 'a', value: '2' };
    expect(withField(note(inner), shown)).toBe(note(changed));
    expect(withoutField(note(inner), shown)).toBe(note(removed));
  });

  it('ED-01 the first field creates the front matter', () => {
    expect(withNewField('# A\n', 'status')).toBe('---\nstatus: \n---\n\n# A\n');
    expect(withNewField('', 'status')).toBe('---\nstatus: \n---\n');
  });
});
