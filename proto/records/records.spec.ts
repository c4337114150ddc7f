import { expect, it } from '@jest/globals';
import { parseJson, recordsIn } from './index.js';

it.each([
  ['[{"a": 1}, {}]', ['']],
  ['{"a": [{"b": 1}], "c": [{}]}', ['a', 'c']],
  ['{"__proto__": [{"b": 1}]}', ['__proto__']],
])('FV-01 %s is a table', (text, names) => {
  expect([...recordsIn(JSON.parse(text))!.keys()]).toEqual(names);
});

it.each([
  '[]',
  '{}',
  '[1]',
  '[{"a": 1}, 2]',
  '[[1], [2]]',
  '{"a": []}',
  '{"a": [{}], "b": 1}',
  '{"": [{}]}',
  'null',
  '"a"',
])('a table of %s would leave something out', (text) => {
  expect(recordsIn(JSON.parse(text))).toBeUndefined();
  expect(recordsIn(parseJson(text))).toBeUndefined();
});

it('numbers are kept as they are written', () => {
  const text = '{"id":12345678901234567890,"price":1.10,"n":2,"e":1e400}';
  expect(JSON.stringify(parseJson(text))).toBe(text);
});
