import { describe, expect, it } from '@jest/globals';
import { createProblem, extensionOf, finalName, planRename, stemOf } from './names';

const rename = (name: string, text: string, isDirectory = false) =>
  planRename({ name, isDirectory, text, siblings: ['a.md', 'b.md', 'folder', name] });

describe('names', () => {
  it.each([
    ['note', 'Trip', 'Trip.md'],
    ['note', ' Trip.md ', 'Trip.md'],
    ['markdown', 'a', 'a.md'],
    ['sheet', 'Budget', 'Budget.sheet.json'],
    ['sheet', 'Budget.sheet.json', 'Budget.sheet.json'],
    ['zoroutine', 'daily', 'daily.zoroutine'],
    ['file', 'main.py', 'main.py'],
    ['file', 'LICENSE', 'LICENSE'],
    ['folder', 'x', 'x'],
    ['note', '   ', undefined],
  ] as const)('FT-05 a new %s called %p becomes %p', (type, text, name) => {
    expect(finalName(type, text)).toBe(name);
  });

  it('FT-05 refuses a taken name and slashes', () => {
    expect(createProblem('note', 'a', ['a.md'])).toBe('"a.md" is already here');
    expect(createProblem('folder', 'x/y', [])).toBe('A name has no slash in it');
    expect(createProblem('folder', '..', [])).toBe('".." stands for a folder');
    expect(createProblem('folder', 'x', ['y'])).toBeUndefined();
  });

  it('FT-06 rename keeps the extension', () => {
    expect(rename('note.md', 'plan')).toEqual({ kind: 'rename', name: 'plan.md' });
    expect(rename('note.md', 'plan.md')).toEqual({ kind: 'rename', name: 'plan.md' });
    expect(rename('note.md', 'plan.v2')).toEqual({ kind: 'rename', name: 'plan.v2.md' });
    expect(rename('x.sheet.json', 'y')).toEqual({ kind: 'rename', name: 'y.sheet.json' });
    expect(rename('LICENSE', 'COPYING')).toEqual({ kind: 'rename', name: 'COPYING' });
    expect(rename('.env', '.env.local')).toEqual({ kind: 'rename', name: '.env.local' });
  });

  it('FT-06 a folder has no extension', () => {
    expect(rename('v1.0', 'v2.0', true)).toEqual({ kind: 'rename', name: 'v2.0' });
    expect(extensionOf('v1.0', true)).toBe('');
    expect(stemOf('photo.jpg', false)).toBe('photo');
  });

  it('FT-06 the same name closes the dialog; a blank or taken name is refused', () => {
    expect(rename('note.md', 'note')).toEqual({ kind: 'same' });
    expect(rename('note.md', '  ').kind).toBe('refused');
    expect(rename('note.md', 'a')).toEqual({ kind: 'refused', reason: '"a.md" is already here' });
    expect(rename('note.md', 'x/y').kind).toBe('refused');
  });
});
