import { expect, it } from '@jest/globals';
import { readFront } from './skill-file.js';

const file = (...lines: string[]) => ['---', ...lines, '---', '', '# How'].join('\n');

it('takes name, description and the tools that are left, by the names of others too', () => {
  expect(readFront(file('name: letters', 'description: German letters', 'licence: mine'))).toEqual({
    name: 'letters',
    description: 'German letters',
  });
  expect(readFront(file('name: a', 'description: >', '  two', '  lines'))).toMatchObject({ description: 'two lines' });
  expect(
    readFront(file('name: a', 'description: b', 'allowed-tools: Read, Bash(git diff:*), web_search')),
  ).toMatchObject({
    allowedTools: ['read_file', 'run_bash_command', 'run_parallel_cmds', 'run_sequential_cmds', 'web_search'],
  });
  expect(readFront(file('name: a', 'description: b', 'allowed-tools: [Read, constructor]'))).toMatchObject({
    allowedTools: ['constructor', 'read_file'],
  });
  expect(readFront(file('name: a', 'description: b').replaceAll('\n', '\r\n'))).toMatchObject({ name: 'a' });
});

it.each<[string, string, RegExp]>([
  ['no front matter', '# How', /two lines of ---/],
  ['one that never ends', '---\nname: a', /two lines of ---/],
  ['broken YAML', file('name: [a'), /not valid YAML/],
  ['a list instead', file('- a'), /not valid YAML/],
  ['no name', file('description: b'), /name is missing/],
  ['a name that is a path', file('name: ../a', 'description: b'), /letters, digits/],
  ['a name of two lines', file('name: "a\\nb"', 'description: b'), /letters, digits/],
  ['a long name', file(`name: ${'a'.repeat(65)}`, 'description: b'), /64/],
  ['no description', file('name: a'), /description is missing/],
  ['an empty one', file('name: a', 'description: " "'), /description is empty/],
  ['a long one', file('name: a', `description: ${'b'.repeat(1025)}`), /1024/],
  ['tools that are none', file('name: a', 'description: b', 'allowed-tools: 4'), /allowed-tools/],
  ['a bomb of aliases', file('name: &x a', 'description: b', 'more: [*x, *x]'), /not valid YAML/],
])('refuses %s with a sentence', (_, text, problem) => {
  expect(readFront(text)).toMatch(problem);
});
