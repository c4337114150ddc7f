import { expect, it } from '@jest/globals';
import { absolutePath, mentionedFile } from './mentioned-file';

it.each([
  ['file Notes/a.md', 'w', 'Notes/a.md'],
  ['file "./My notes"', 'w', 'My notes'],
  ['zoroutine z1 Daily.zoroutine', 'w', 'Daily.zoroutine'],
  ['file /home/ada/workspace/Notes/a.md', 'w', 'Notes/a.md'],
  ['file "/home/ada/sites/my blog/index.html"', 's', 'my blog/index.html'],
  ['file /home/ada/workspace/Makefile', 'w', 'Makefile'],
])('the mention `%s` names a file of the root %s', (value, root, path) =>
  expect(mentionedFile(value, 'ada')).toEqual({ root, path: path.split('/') }),
);

it.each([
  'file /etc/passwd',
  'file /home/ada/.ssh/config.json',
  'file /home/eve/workspace/a.md',
  'file /home/ada/workspace',
  'file /home/ada/workspace/',
  'file /home/ada/workspace/../../eve/a.md',
  'file /home/ada/workspace/a.unheard',
  'file /workspace/a.md',
  'file ../a.md',
  'tool web_search',
  'date 2026-02-28',
])('the mention `%s` has no preview', (value) => {
  expect(mentionedFile(value, 'ada')).toBeUndefined();
});

it('without a user no absolute path is known', () =>
  expect(mentionedFile('file /home/ada/workspace/a.md', undefined)).toBeUndefined());

it.each(['w', 's'] as const)('the absolute path of a file in the root %s leads to it again', (root) => {
  const file = { root, path: ['a b', 'c.md'] };
  expect(mentionedFile(`file "${absolutePath('ada', file)}"`, 'ada')).toEqual(file);
});
