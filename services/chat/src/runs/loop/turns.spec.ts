import { expect, it } from '@jest/globals';
import type { ModelMessage } from 'ai';
import { inTurns } from './turns.js';

const picture = { type: 'file' as const, mediaType: 'image/jpeg', data: 'AA==' };
const said = (content: (ModelMessage & { role: 'user' })['content']): ModelMessage => ({ role: 'user', content });
const answer: ModelMessage = { role: 'assistant', content: 'yes' };

it('joins what the user said in a row, with its pictures, and leaves the rest', () => {
  const seen = said([{ type: 'text', text: 'look' }, picture]);
  const messages = [said('a'), said('b'), said('c'), answer, said('d'), seen, answer, answer, seen];
  const before = structuredClone(messages);
  expect(inTurns(messages)).toEqual([
    said('a\n\nb\n\nc'),
    answer,
    said([{ type: 'text', text: 'd' }, { type: 'text', text: 'look' }, picture]),
    answer,
    answer,
    seen,
  ]);
  expect(messages).toEqual(before);
});
