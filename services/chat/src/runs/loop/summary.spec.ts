import { expect, it } from '@jest/globals';
import type { ModelMessage } from 'ai';
import { tokensOf } from './context-window.js';
import { findCut, replaceBeginning, type Sent, transcriptOf } from './summary.js';

const says = (role: 'user' | 'assistant', content: string): ModelMessage => ({ role, content });
const step = (n: number, words = 200): ModelMessage[] => [
  { role: 'assistant', content: [{ type: 'tool-call', toolCallId: `c${n}`, toolName: 'look', input: { n } }] },
  {
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: `c${n}`,
        toolName: 'look',
        output: { type: 'text', value: 'word '.repeat(words) },
      },
    ],
  },
];
const sentOf = (messages: ModelMessage[], request: number): Sent => ({
  messages,
  request,
  firstStep: 0,
  canSummarise: true,
});

it('cuts before the question if what follows is small, else before the first step from which it is', () => {
  const turns = [says('user', 'word '.repeat(900)), says('assistant', 'yes'), says('user', 'go')];
  const short = sentOf([...turns, ...step(0)], 2);
  expect(findCut(short, 2_000)).toEqual({ at: 2, beforeStep: null });
  const long = sentOf([...turns, ...step(0, 900), ...step(1, 900), says('user', 'and that'), ...step(2)], 2);
  expect(findCut(long, 2_000)).toEqual({ at: 7, beforeStep: 2 });
});

it('cuts again after what a summary has replaced, and knows the steps by their numbers', () => {
  const sent = sentOf([says('user', 'go'), ...step(0, 900), ...step(1, 900), ...step(2)], 0);
  replaceBeginning(sent, findCut(sent, 2_000)!, 'first');
  expect(sent).toMatchObject({ request: -1, firstStep: 2 });
  expect(sent.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
  sent.messages.push(...step(3, 900), ...step(4));
  const cut = findCut(sent, 2_000);
  expect(cut).toEqual({ at: 5, beforeStep: 4 });
  replaceBeginning(sent, cut!, 'second');
  expect(JSON.stringify(sent.messages)).not.toContain('first');
});

it('a question alone, or a summary and one step, has no beginning to cut', () => {
  expect(findCut(sentOf([says('user', 'word '.repeat(9_000))], 0), 2_000)).toBeUndefined();
  expect(findCut(sentOf([says('user', 'summary')], -1), 2_000)).toBeUndefined();
});

it('the transcript keeps the first and the latest within its size', () => {
  const messages = [says('user', 'the first'), ...Array.from({ length: 50 }, (_, n) => step(n)).flat()];
  const text = transcriptOf(messages, 1_000);
  expect(tokensOf([says('user', text)])).toBeLessThan(1_200);
  expect(text).toMatch(/^Person: the first\n\n…\n\n/);
  expect(text).toContain('[look {"n":49}]');
  expect(text).not.toContain('[look {"n":3}]');
});
