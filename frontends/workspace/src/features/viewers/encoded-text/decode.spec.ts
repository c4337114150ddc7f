import { describe, expect, it } from '@jest/globals';
import { decodeText } from './decode';

const TEXT = 'Straße\r\nGrüße, 日本 😀\r\n';
const le = (text: string) => Buffer.from(text, 'utf16le');
const be = (text: string) => le(text).swap16();

describe('text that is not UTF-8', () => {
  it.each([
    ['UTF-16 LE', Buffer.concat([Buffer.from([0xff, 0xfe]), le(TEXT)]), TEXT],
    ['UTF-16 BE', Buffer.concat([Buffer.from([0xfe, 0xff]), be(TEXT)]), TEXT],
    ['UTF-16 LE', le('A plain text without a mark.\n'), 'A plain text without a mark.\n'],
    ['UTF-16 BE', be('A plain text without a mark.\n'), 'A plain text without a mark.\n'],
    ['Windows-1252 (Latin-1)', Buffer.from('Stra\xdfe \x80\r\n', 'latin1'), 'Straße €\r\n'],
  ])('is read as %s with its line ends', (encoding, bytes, text) => {
    expect(decodeText(bytes)).toEqual({ encoding, text });
  });

  it.each([
    ['half of a pair of UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), le('a'), Buffer.from([0x00, 0xd8])])],
    ['an odd byte', Buffer.from([0xff, 0xfe, 0x41, 0x00, 0x42])],
    ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x41, 0, 0, 0])],
    ['zeros', Buffer.from([1, 2, 0, 0, 0, 0, 7, 8, 9])],
  ])('is none with %s', (_what, bytes) => expect(() => decodeText(bytes)).toThrow());
});
