import { expect, it } from '@jest/globals';
import type { ModelMessage } from 'ai';
import { makeRoom, tokensOf } from './context-window.js';

const exchange = (n: number): ModelMessage[] => [
  { role: 'assistant', content: [{ type: 'tool-call', toolCallId: `c${n}`, toolName: 'run_bash_command', input: {} }] },
  {
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: `c${n}`,
        toolName: 'run_bash_command',
        output: { type: 'text', value: `${n} words `.repeat(500) },
      },
    ],
  },
];

it('a run that has collected too much loses its oldest results, and no call its result', () => {
  const messages: ModelMessage[] = [
    { role: 'user', content: 'go' },
    ...Array.from({ length: 30 }, (_, n) => exchange(n)).flat(),
  ];
  const [before, window] = [structuredClone(messages), Math.round(tokensOf(messages) / 0.8)];
  makeRoom(messages, window);
  expect(tokensOf(messages)).toBeLessThan(window * 0.5);
  expect(messages.slice(-8)).toEqual(before.slice(-8));
  expect(messages.map(({ role }) => role)).toEqual(before.map(({ role }) => role));
  const shortened = structuredClone(messages);
  makeRoom(messages, window);
  expect(messages).toEqual(shortened);
});

it('a run within its window stays as it is', () => {
  const messages = exchange(1);
  makeRoom(messages, 1_000_000);
  expect(messages).toEqual(exchange(1));
});
