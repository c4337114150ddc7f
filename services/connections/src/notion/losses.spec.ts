import { expect, it } from '@jest/globals';
import { lossesOf, reportOf } from './losses.js';

const whole = { truncated: false, unknown: 0 };

it('finds nothing in plain Markdown', () => {
  expect(lossesOf('# Plan\n\n- [ ] one\n\n| a | b |\n', whole)).toEqual([]);
});

it('counts what is not kept, with the first example', () => {
  const losses = lossesOf('<page url="a">x</page> <page url="b">y</page> <unknown url="`c`"/>', {
    truncated: true,
    unknown: 2,
  });
  expect(losses.map(({ what, count, example }) => [count, what, example])).toEqual([
    [1, 'the end of the page, which is too long for an export', ''],
    [2, 'blocks that Notion did not give out', ''],
    [1, 'blocks that Notion does not export', '<unknown url="`c`"/>'],
    [2, 'pages inside the page, which became links', '<page url="a">'],
  ]);
  expect(reportOf('Plan.md', losses)).toContain(
    '- 1 × blocks that Notion does not export. The first: `<unknown url="c"/>`',
  );
});
