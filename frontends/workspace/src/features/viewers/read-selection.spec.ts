import { afterEach, describe, expect, it } from '@jest/globals';
import { excerptOf, readSelection } from './read-selection';

afterEach(() => {
  document.body.replaceChildren();
  getSelection()?.removeAllRanges();
});

describe('what is selected in a file', () => {
  it('has the name of the file and its lines', () => {
    const text = 'one\ntwo\nthree\nfour';
    expect(excerptOf('a.md', 'two\nthree\n', { text, from: 4 })).toEqual({
      title: 'a.md, lines 2–3',
      content: 'two\nthree',
    });
    expect(excerptOf('a.md', 'two\n\n', { text: 'one\ntwo\n\nthree', from: 4 })).toEqual({
      title: 'a.md, line 2',
      content: 'two',
    });
    expect(excerptOf('a.md', 'hre', { text, from: 9 }).title).toBe('a.md, line 3');
    expect(excerptOf('a.pdf', 'words', undefined)).toEqual({ title: 'a.pdf', content: 'words' });
    expect(excerptOf('a.md', '😀'.repeat(100_001), undefined).content).toHaveLength(200_000);
  });

  it('is read from the page, but only within the file', async () => {
    document.body.innerHTML = '<div><p>First words</p></div><p>Other words</p>';
    const [host, other] = [document.querySelector('div')!, document.querySelectorAll('p')[1]!];
    getSelection()!.selectAllChildren(host.firstElementChild!);
    expect(await readSelection(host, 'a.md', '# T\n\nFirst words')).toEqual({
      title: 'a.md, line 3',
      content: 'First words',
    });
    expect(await readSelection(host, 'a.md', '*First* words')).toEqual({ title: 'a.md', content: 'First words' });
    getSelection()!.selectAllChildren(other);
    expect(await readSelection(host, 'a.md')).toBeUndefined();
    getSelection()!.removeAllRanges();
    expect(await readSelection(host, 'a.md')).toBeUndefined();
  });
});
