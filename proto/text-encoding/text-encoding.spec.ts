import { describe, expect, it } from '@jest/globals';
import { byteOrderOf } from './index.js';

const le = (text: string) => Buffer.from(text, 'utf16le');
const be = (text: string) => le(text).swap16();

describe('the byte order of text in UTF-16', () => {
  it.each([
    ['Latin', 'A plain text without a mark.\r\n'],
    ['Latin in one line', 'name;price'],
    ['Greek', 'Καλημέρα κόσμε, τι κάνεις;\n'],
    ['Cyrillic', 'Привет, мир! Как дела?\r\n'],
    ['Arabic', 'مرحبا بالعالم\n'],
    ['Japanese', '第一章\n日本語の文書。これは一つの例です。\n'],
    ['Chinese', '一二三 四五六七八九十\n这是一个没有标记的文件\n'],
    ['pictures', 'Smile 😀 or 😁\n'],
  ])('is told without a mark: %s', (_script, text) => {
    expect([byteOrderOf(le(text)), byteOrderOf(be(text))]).toEqual(['le', 'be']);
  });

  it('is told by a mark, which is not that of UTF-32', () => {
    expect([byteOrderOf(le('\ufeffx')), byteOrderOf(be('\ufeffx'))]).toEqual(['le', 'be']);
    expect(byteOrderOf(Buffer.from([0xff, 0xfe, 0, 0, 0x41, 0, 0, 0]))).toBeUndefined();
  });

  it.each([
    ['nothing', []],
    ['UTF-8', [...Buffer.from('Grüße, 日本')]],
    ['zeros', [0, 0, 0, 0]],
    ['ASCII with a zero byte', [...Buffer.from('words and \0 others')]],
    ['records that end in a zero byte', [...Buffer.from('first\0second\0third one\0')]],
    ['numbers', [1, 2, 0, 0, 0, 0, 7, 8]],
    ['a program', [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]],
    ['a picture', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48, 0x44, 0x52]],
    ['an odd byte', [0x41, 0, 0x42]],
  ])('is none for %s', (_what, bytes) => expect(byteOrderOf(Uint8Array.from(bytes))).toBeUndefined());
});
