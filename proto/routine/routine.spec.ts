import { describe, expect, it } from '@jest/globals';
import { routineOf, withDescription, withInput, withNewInput, withoutInput } from './index.js';

const file = (front: string, body = 'Do it for `date 2026-05-01`.\n') => `---\n${front}\n---\n\n${body}`;
const BLOCK = file(
  '# weekly\nid: 3f1c\ndescription: Weekly numbers # short\ninputs:\n  - name: month\n    description: yyyy-mm\n    secret: true\nbudget: 0.50\nsteps:\n  - script: run.sh',
);
const FLOW = file('id: 3f1c\ndescription: "Weekly: numbers"\ninputs: [{ name: month, description: yyyy-mm }]');

describe('the form of a routine', () => {
  it('reads its settings, and keeps the others as written', () => {
    expect(routineOf(BLOCK)).toEqual({
      id: '3f1c',
      description: 'Weekly numbers',
      inputs: [{ name: 'month', description: 'yyyy-mm' }],
      others: 'budget: 0.50\nsteps:\n  - script: run.sh',
      instruction: 'Do it for `date 2026-05-01`.\n',
    });
    expect(routineOf(FLOW)).toMatchObject({ description: 'Weekly: numbers', inputs: [{ name: 'month' }], others: '' });
    expect(routineOf('Only words')).toEqual({
      id: '',
      description: '',
      inputs: [],
      others: '',
      instruction: 'Only words',
    });
  });

  it('reads when it asks to run', () => {
    const schedule = 'schedule: { rrule: FREQ=WEEKLY;BYDAY=MO, zone: Europe/Berlin }';
    const asked = { rrule: 'FREQ=WEEKLY;BYDAY=MO', zone: 'Europe/Berlin', file: undefined, webhook: false };
    expect(routineOf(file(`${schedule}\nbudget: 0.50`)).schedule).toEqual({ ...asked, budget: 0.5 });
    expect(routineOf(file(schedule)).schedule).toEqual({ ...asked, budget: undefined });
    expect(routineOf(file('schedule: weekly')).schedule).toBeUndefined();
    expect(routineOf(file('schedule: {}\nbudget: lots')).schedule).toEqual({
      rrule: '',
      zone: '',
      file: undefined,
      webhook: false,
      budget: NaN,
    });
    const none = { rrule: undefined, zone: '', budget: undefined, webhook: false };
    expect(routineOf(file("on: { file: 'Inbox/*.csv' }")).schedule).toEqual({ ...none, file: 'Inbox/*.csv' });
    expect(routineOf(file(`${schedule}\non:\n  file: a/*`)).schedule).toEqual({
      ...asked,
      budget: undefined,
      file: 'a/*',
    });
    expect(routineOf(file('on: { webhook: true }')).schedule).toEqual({ ...none, file: undefined, webhook: true });
    expect(routineOf(file('on: files')).schedule).toEqual({ ...none, file: undefined });
  });

  it.each([
    ['is no YAML', 'id: "3f'],
    ['has a key twice', 'id: 1\nid: 2'],
    ['is a list', '- a'],
    ['is huge', `id: ${'x'.repeat(70_000)}`],
  ])('says why a front matter that %s cannot be read', (_what, front) => {
    expect(routineOf(file(front)).problem).toMatch(/\w/);
  });

  it('aliases are not followed', () => {
    const bomb = `a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\ninputs: *c\ndescription: *c`;
    expect(routineOf(file(bomb))).toMatchObject({ description: '', inputs: [] });
  });

  it('another description changes nothing else', () => {
    expect(withDescription(BLOCK, 'Daily')).toBe(BLOCK.replace('Weekly numbers', 'Daily'));
    expect(withDescription(FLOW, 'true')).toBe(FLOW.replace('"Weekly: numbers"', '"true"'));
    expect(withDescription(file('id: 1\ndescription: |\n  two\n  lines\nx: 1'), 'one')).toBe(
      file('id: 1\ndescription: one\nx: 1'),
    );
    expect(withDescription(file('id: 1\ndescription:\nx: 1'), 'a: b')).toBe(file('id: 1\ndescription: "a: b"\nx: 1'));
    expect(withDescription(file('id: 1'), 'new')).toBe(file('id: 1\ndescription: new'));
    expect(withDescription('Words', 'new')).toBe('---\ndescription: new\n---\n\nWords');
  });

  it('another name of an input changes only that name', () => {
    expect(withInput(BLOCK, 0, { name: 'year' })).toBe(BLOCK.replace('name: month', 'name: year'));
    expect(withInput(FLOW, 0, { description: 'a, b' })).toBe(FLOW.replace('yyyy-mm', '"a, b"'));
  });

  it('inputs come and go, with the settings that the form does not know', () => {
    const two = withNewInput(BLOCK);
    expect(two).toBe(BLOCK.replace('secret: true\n', 'secret: true\n  - name: ""\n    description: ""\n'));
    expect(withInput(two, 1, { name: 'city' })).toContain('  - name: city\n    description: ""\n');
    expect(withoutInput(two, 1)).toBe(BLOCK);
    expect(withoutInput(BLOCK, 0)).toBe(
      BLOCK.replace('inputs:\n  - name: month\n    description: yyyy-mm\n    secret: true\n', 'inputs: []\n'),
    );
    expect(withNewInput(file('id: 1\ninputs: [] # none'))).toBe(
      file('id: 1\ninputs:\n  - name: ""\n    description: "" # none'),
    );
    expect(withInput(file('inputs: [month]'), 0, { description: 'yyyy-mm' })).toBe(
      file('inputs:\n  - name: month\n    description: yyyy-mm'),
    );
  });

  it('line ends and a byte order mark stay', () => {
    const text = `\uFEFF${FLOW.replaceAll('\n', '\r\n')}`;
    expect(withDescription(text, 'x')).toBe(text.replace('"Weekly: numbers"', 'x'));
    expect(withNewInput(text)).toContain(
      'inputs:\r\n  - name: month\r\n    description: yyyy-mm\r\n  - name: ""\r\n    description: ""\r\n---\r\n',
    );
  });
});
