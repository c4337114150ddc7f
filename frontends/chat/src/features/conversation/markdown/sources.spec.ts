import { describe, expect, it } from '@jest/globals';
import type { Message } from '../../../api/types';
import { citedIn, sourcesOf } from './sources';

const call = (result: object): Message['parts'][number] =>
  ({ type: 'tool', call_id: 'c', tool: 't', args: {}, state: 'done', result }) as Message['parts'][number];
const hit = { url: 'https://www.example.com/pump/', title: 'The pump', passage: 'It makes 40 litres a minute.' };
const searched = call({ type: 'list', items: ['…'], sources: [hit, { ...hit, url: 'javascript:alert(1)' }] });
const read = call({
  type: 'text',
  text: 'The pump\nhttps://example.com/pump\n\nIt makes **40 litres** a minute, and never more.',
  sources: [{ ...hit, url: 'https://example.com/pump', passage: 'It makes' }],
});

describe('CH-12 the source of a citation', () => {
  it('CH-12 is the page that a footnote names, however its address is spelled', () => {
    const sources = sourcesOf([{ parts: [searched] }]);
    expect(sources.size).toBe(1);
    for (const note of [
      'https://example.com/pump',
      '<http://www.example.com/pump>.',
      '[it](https://example.com/pump/)',
    ])
      expect(citedIn(note, sources)).toMatchObject({ source: { title: 'The pump' }, quote: undefined });
    for (const note of ['https://example.com/pumps', 'the maker', 'javascript:alert(1)'])
      expect(citedIn(note, sources)).toBeUndefined();
  });

  it('CH-12 shows a quotation only if the page has these words', () => {
    const sources = sourcesOf([{ parts: [searched] }, { parts: [read] }]);
    const quoteOf = (words: string) => citedIn(`https://example.com/pump “${words}”`, sources)?.quote;
    expect(quoteOf('makes 40 litres a minute, and never more')).toBe('makes 40 litres a minute, and never more');
    expect(quoteOf('makes 90 litres a minute')).toBeUndefined();
    expect(quoteOf('40 lit')).toBeUndefined();
  });
});
