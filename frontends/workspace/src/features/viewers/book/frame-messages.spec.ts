import { describe, expect, it } from '@jest/globals';
import { readMessage } from './frame-messages';

const line = { title: 'One', chapter: 0, anchor: '', depth: 0 };

describe('messages of the frame of a book', () => {
  it.each([
    [{ ready: true }, { ready: true }],
    [{ palette: true, more: 1 }, { palette: true }],
    [{ palette: 'x' }, undefined],
    [{ at: { chapter: 1, page: 2, pages: 3, more: 'x' } }, { at: { chapter: 1, page: 2, pages: 3 } }],
    [{ error: 'too-large' }, { error: 'too-large' }],
    [{ error: '<b>' }, { error: 'damaged' }],
    [{ book: { title: 'A', chapters: 1, contents: [line] } }, { book: { title: 'A', chapters: 1, contents: [line] } }],
    [
      { book: { title: 'A', chapters: 1, contents: [{ ...line, chapter: 9 }, { ...line, title: {} }, null] } },
      { book: { title: 'A', chapters: 1, contents: [] } },
    ],
    [{ book: { title: 'A', chapters: 1e9, contents: [] } }, { error: 'damaged' }],
    [{ book: { title: 'x'.repeat(5_000), chapters: 1, contents: [] } }, { error: 'damaged' }],
    [{ at: { chapter: 0, page: 3, pages: 3 } }, undefined],
    [{ at: { chapter: -1, page: 0, pages: 1 } }, undefined],
    [{ ready: 'yes' }, undefined],
    [null, undefined],
    ['ready', undefined],
  ])('%j is read as %j', (data, message) => expect(readMessage(data)).toEqual(message));
});
