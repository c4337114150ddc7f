import { describe, expect, it } from '@jest/globals';
import { attachmentOf, isAttachment } from './attachments';
import { placeOfRef, refOf, withFile } from './file-context';

const now = new Date('2026-01-02T03:04:05Z');
const made = (text: string) => attachmentOf(text, now);

describe('CH-04 pasted text', () => {
  it('CH-04 becomes an attachment from two lines on', () => {
    expect(isAttachment('one line', [])).toBe(false);
    expect(isAttachment('one\ntwo', [])).toBe(true);
    expect(isAttachment('one\r\ntwo', [])).toBe(true);
  });

  it('CH-04 stays text when it names a file in inline code', () => {
    expect(isAttachment('see `Notes/a.md`\nplease', [])).toBe(false);
    expect(isAttachment('see `a.md`\nplease', [])).toBe(false);
    expect(isAttachment('call `foo()`\nthen `x`', [])).toBe(true);
  });

  it('CH-04 is not taken twice, and never a fourth time', () => {
    expect(isAttachment('a\nb', [made('a\nb')])).toBe(false);
    expect(isAttachment('c\nd', [made('a\nb')])).toBe(true);
    expect(isAttachment('x\ny', [made('1\n1'), made('2\n2'), made('3\n3')])).toBe(false);
  });

  it('CH-04 has its first lines as title, at most 120 characters, and all fields', () => {
    const { id, ...rest } = made('\n  first \nsecond\nthird');
    expect(id).toEqual(expect.any(String));
    expect(rest).toEqual({
      kind: 'text',
      title: 'first second third',
      content: '\n  first \nsecond\nthird',
      lineCount: 4,
      charCount: 22,
      createdAt: '2026-01-02T03:04:05.000Z',
    });
    expect(made(`${'x'.repeat(100)}\n${'y'.repeat(100)}`).title).toHaveLength(120);
  });
});

describe('CH-05 file context', () => {
  it('CH-05 ignores a file that is there already', () => {
    const file = refOf({ root: 'w', path: ['Notes', 'a.md'] });
    expect(file).toEqual({ id: 'w/Notes/a.md', path: 'w/Notes/a.md' });
    const once = withFile([], file);
    expect(withFile(once, { ...file, id: 'other' })).toBe(once);
    expect(placeOfRef(file)).toEqual({ root: 'w', path: ['Notes', 'a.md'] });
  });
});
