import { expect, it } from '@jest/globals';
import type { ModelMessage } from 'ai';
import { countLeftOut, makeRoom, tokensOf } from './context-window.js';

it('leaves the oldest out once 70 % of the window is full, down to 40 %, and never the last', () => {
  const sizes = Array.from({ length: 8 }, () => 100);
  expect(countLeftOut(sizes.slice(0, 7), 1_000)).toBe(0);
  expect(countLeftOut(sizes, 1_000)).toBe(4);
  expect(countLeftOut([5_000], 1_000)).toBe(0);
  expect(countLeftOut([100, 5_000], 1_000)).toBe(1);
});

it('the beginning changes rarely while a chat grows', () => {
  const sizes = Array.from({ length: 400 }, (_, index) => 50 + (index % 7) * 20);
  const firsts = sizes.map((_, index) => countLeftOut(sizes.slice(0, index + 1), 2_000));
  expect(firsts.toSorted((a, b) => a - b)).toEqual(firsts);
  expect(new Set(firsts).size).toBeLessThan(80);
});

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
