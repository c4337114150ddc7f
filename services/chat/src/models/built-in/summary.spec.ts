import { expect, it } from '@jest/globals';
import { summarise } from './summary.js';

const ran = (output: string) =>
  summarise({ kind: 'run', cmd: 'make' }, [{ tool: 'run_bash_command', args: { cmd: 'make' }, output }]);
const numbers = (count: number) => Array.from({ length: count }, (_none, index) => `line ${index + 1}`).join('\n');

it('shows the end of a long output', () => {
  const reply = ran(numbers(600));
  expect(reply).toContain('I ran `make`:');
  expect(reply).toContain('… 101 lines before; open the row of the command to see them\nline 102\n');
  expect(reply).toContain('line 600\n```');
  expect(reply).not.toContain('line 101\n');
});

it('says how a command failed, whatever the length of its output', () => {
  expect(ran(`${numbers(100)}\n(exit code 2)`)).toMatch(
    /^I ran `make`, and it failed \(exit code 2\):[^]*line 100\n```$/,
  );
  expect(ran('no rule\n(ended by SIGKILL)')).toBe(
    'I ran `make`, and it failed (ended by SIGKILL):\n\n```\nno rule\n```',
  );
  expect(ran('(exit code 1)')).toBe('I ran `make`, and it failed (exit code 1).');
});

it('shows an output whole that fits a scrolling block', () => {
  expect(ran(numbers(500))).toContain('```\nline 1\nline 2\n');
  expect(ran('all done')).toBe('I ran `make`:\n\n```\nall done\n```');
});
