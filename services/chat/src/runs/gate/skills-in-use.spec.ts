import { expect, it } from '@jest/globals';
import { SkillsInUse } from './skills-in-use.js';

const known = [
  { name: 'free', address: 'w/skills/free/SKILL.md' },
  { name: 'reads', address: 'w/skills/reads/SKILL.md', allowedTools: ['grep_search', 'web_search'] },
  { name: 'searches', address: 'w/skills/searches/SKILL.md', allowedTools: ['web_search', 'edit_file'] },
];
const TOOLS = ['read_file', 'ask_user', 'grep_search', 'web_search', 'edit_file', 'run_bash_command'];
const left = (skills: SkillsInUse) => TOOLS.filter((tool) => skills.refuses(tool) === undefined);
const read = (name: string) => ['read_file', { target_file: `~/workspace/skills/${name}/SKILL.md` }] as const;

it('a skill that names tools leaves only those, and two leave what both name', () => {
  const skills = new SkillsInUse(known);
  skills.used(...read('free'));
  skills.used('grep_search', { target_file: 'skills/reads/SKILL.md' });
  skills.used('read_file', { target_file: 'skills/reads/other.md' });
  skills.used('read_file', { target_file: '../../x' });
  skills.used('read_file', null);
  expect(left(skills)).toEqual(TOOLS);
  skills.used(...read('reads'));
  expect(left(skills)).toEqual(['read_file', 'ask_user', 'grep_search', 'web_search']);
  expect(skills.refuses('edit_file')).toBe(
    'The skill reads leaves these tools: grep_search, web_search. Go on with them, or say what is missing.',
  );
  skills.used(...read('searches'));
  expect(left(skills)).toEqual(['read_file', 'ask_user', 'web_search']);
});

it('an answer that goes on elsewhere has what it had left', () => {
  const [toolName, input] = read('reads');
  const skills = new SkillsInUse(known, [
    { role: 'user', content: 'go' },
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c', toolName, input }] },
  ]);
  expect(left(skills)).not.toContain('edit_file');
});
