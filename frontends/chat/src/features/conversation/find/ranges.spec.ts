import { describe, expect, it } from '@jest/globals';
import { rangesOf } from './ranges';

const found = (html: string, words: string) => {
  document.body.innerHTML = `<article>${html}</article>`;
  return rangesOf(document.querySelector('article')!, words).map(String);
};

describe('the search in a chat', () => {
  it('finds words in any case, also where marks stand between their letters', () => {
    expect(found('<p>A <b>red</b> fox. <i>RED f</i>ox!</p>', 'red fox')).toEqual(['red fox', 'RED fox']);
    expect(found('<p>one</p><p>one</p>', 'one')).toEqual(['one', 'one']);
  });

  it('takes signs as they are, and leaves buttons and what only screen readers read', () => {
    expect(found('<p>100% (sure) a.b</p>', '% (s')).toEqual(['% (s']);
    expect(found('<p>a.b axb</p>', 'a.b')).toEqual(['a.b']);
    expect(found('<button>Copy</button><span class="sr-only">copy</span><p>A copy</p>', 'copy')).toEqual(['copy']);
    expect(found('<p>nothing</p>', 'words')).toEqual([]);
  });

  it('finds no more than people can step through', () => {
    expect(found(`<p>${'a '.repeat(2_000)}</p>`, 'a')).toHaveLength(500);
  });
});
