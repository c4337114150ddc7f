import { describe, expect, it } from '@jest/globals';
import { familyOf } from './kinds';

describe('the icon of a file', () => {
  it.each([
    ['Plan.md', 'note'],
    ['README', 'note'],
    ['notes.TXT', 'note'],
    ['Dockerfile', 'code'],
    ['.env', 'code'],
    ['.env.local', 'code'],
    ['.bashrc', 'code'],
    ['main.vim', 'code'],
    ['Budget.sheet.json', 'sheet'],
    ['data.json', 'code'],
    ['rows.parquet', 'table'],
    ['scan.tiff', 'image'],
    ['photo.HEIC', 'image'],
    ['backup.tar.gz', 'archive'],
    ['letter.odt', 'book'],
    ['tool.exe', 'file'],
    ['md', 'file'],
  ])('of %s is that of a %s', (name, family) => expect(familyOf(name, false)).toBe(family));

  it('of a folder says nothing of its name', () => expect(familyOf('src.js', true)).toBe('folder'));
});
