import { expect, it } from '@jest/globals';
import { tools } from './manifest.js';

it('each built-in tool says in one short sentence for people what it does', () => {
  const unfit = tools.filter(
    ({ about = '', description }) =>
      !/^[A-Z][^\n]{10,110}\.$/.test(about) || about === description || / answers /i.test(about),
  );
  expect(unfit.map(({ name }) => name)).toEqual([]);
});
