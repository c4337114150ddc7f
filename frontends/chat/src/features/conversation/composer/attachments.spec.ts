import { describe, expect, it } from '@jest/globals';
import { attachmentOf, isAttachment } from './attachments';
import { MAX_FILES, locationOfRef, refOf, splitMentions, withFiles } from './file-context';
import { pickingAt, replacePicked } from './pick-at';

const now = new Date('2026-01-02T03:04:05Z');
const made = (text: string) => attachmentOf(text, now);

describe('CH-04 pasted text', () => {
  it('CH-04 becomes an attachment from two lines on', () => {
    expect(isAttachment('one line', [])).toBe(false);
    expect(isAttachment('one\ntwo', [])).toBe(true);
    expect(isAttachment('one\r\ntwo', [])).toBe(true);
  });

  it('CH-04 stays text when it contains a file name in inline code', () => {
    expect(isAttachment('see `Notes/a.md`\nplease', [])).toBe(false);
    expect(isAttachment('see `a.md`\nplease', [])).toBe(false);
    expect(isAttachment('call `foo()`\nthen `x`', [])).toBe(true);
  });

  it('CH-04 is not attached twice, and never as a fourth attachment', () => {
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
  it('CH-05 ignores a file that is already attached', () => {
    const file = refOf({ root: 'w', path: ['Notes', 'a.md'] });
    expect(file).toEqual({ id: 'w/Notes/a.md', path: 'w/Notes/a.md' });
    const once = withFiles([], [file, { ...file, id: 'again' }]);
    expect(once).toEqual([file]);
    expect(withFiles(once, [{ ...file, id: 'other' }])).toBe(once);
    expect(locationOfRef(file)).toEqual({ root: 'w', path: ['Notes', 'a.md'] });
  });

  it('CH-05 accepts as many files as a message may have, and keeps their ids short', () => {
    const many = Array.from({ length: 60 }, (_none, n) => refOf({ root: 'w', path: [`${n}`] }));
    expect(withFiles([], many)).toHaveLength(MAX_FILES);
    const long = refOf({ root: 'w', path: ['é'.repeat(300), 'a.md'] });
    expect(long.id.length).toBeLessThanOrEqual(200);
    expect(long.path).toHaveLength(307);
  });

  it('CH-05 a mention appears in the text by its name', () => {
    const [note, other] = [
      refOf({ root: 'w', path: ['Notes', 'My plan.md'] }),
      refOf({ root: 'w', path: ['plan.md'] }),
    ];
    expect(splitMentions('see @My plan.md, and @plan.md', [note, other])).toEqual(['see ', note, ', and ', other]);
    expect(splitMentions('mail a@plan.md or @plan.mdx', [other])).toEqual(['mail a@plan.md or @plan.mdx']);
  });
});

describe('picking at the caret', () => {
  it('CH-02 finds a mention up to 128 characters back, but no address', () => {
    expect(pickingAt('see @my pl', 10)).toEqual({ kind: 'mention', query: 'my pl', start: 4, end: 10 });
    expect(pickingAt('mail me@home', 12)).toBeUndefined();
    expect(pickingAt('a @ b', 5)).toBeUndefined();
    expect(pickingAt(`@${'x'.repeat(130)}`, 131)).toBeUndefined();
  });

  it('finds a command only when the text is nothing else', () => {
    expect(pickingAt('/ne', 3)).toEqual({ kind: 'command', query: 'ne', start: 0, end: 3 });
    expect(pickingAt('/new chat', 9)).toBeUndefined();
    expect(pickingAt('go /new', 7)).toBeUndefined();
  });

  it('replaces the typed text by the choice', () => {
    expect(replacePicked('see @my pl now', pickingAt('see @my pl now', 10)!, '@My plan.md ')).toEqual({
      text: 'see @My plan.md  now',
      caret: 16,
    });
  });
});
