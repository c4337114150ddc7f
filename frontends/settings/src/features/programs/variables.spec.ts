import { describe, expect, it } from '@jest/globals';
import { parseVariables } from './variables';

describe('variables of a command', () => {
  it('are read from lines, as in a .env file', () => {
    expect(parseVariables('A=1\n\n  KEY = no\n'.replace(' = no', '=a=b c ')).env).toEqual({ A: '1', KEY: 'a=b c' });
    expect(parseVariables(`Q="x y"\nS='z'`).env).toEqual({ Q: 'x y', S: 'z' });
    expect(parseVariables('')).toEqual({ env: {} });
  });

  it.each([
    ['A', 1],
    ['A=1\nB C=2', 2],
    ['A=1\n\n=3', 3],
  ])('%j has none in line %d', (text, line) => expect(parseVariables(text).line).toBe(line));
});
