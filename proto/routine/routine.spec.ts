import { describe, expect, it } from '@jest/globals';
import { routineOf, withDescription, withInput, withNewInput, withoutInput, withSchedule, withSteps } from './index.js';

const file = (front: string, body = 'Do it for `date 2026-05-01`.\n') => `---\n${front}\n---\n\n${body}`;
const BLOCK = file(
  '# weekly\nid: 3f1c\ndescription: Weekly numbers # short\ninputs:\n  - name: month\n    description: yyyy-mm\n    ' +
    'secret: true\nbudget: 0.50\nsteps:\n  - script: run.sh',
);
const FLOW = file('id: 3f1c\ndescription: "Weekly: numbers"\ninputs: [{ name: month, description: yyyy-mm }]');

describe('the form of a routine', () => {
  it('reads its settings, and keeps the others as written', () => {
    expect(routineOf(BLOCK)).toEqual({
      id: '3f1c',
      description: 'Weekly numbers',
      inputs: [{ name: 'month', description: 'yyyy-mm' }],
      steps: [{ script: 'run.sh' }],
      stepsText: '- script: run.sh',
      others: 'budget: 0.50',
      instruction: 'Do it for `date 2026-05-01`.\n',
    });
    expect(routineOf(FLOW)).toMatchObject({ description: 'Weekly: numbers', inputs: [{ name: 'month' }], others: '' });
    expect(routineOf('Only words')).toEqual({
      id: '',
      description: '',
      inputs: [],
      steps: [],
      stepsText: '',
      others: '',
      instruction: 'Only words',
    });
  });

  it('reads when it asks to run', () => {
    const schedule = 'schedule: { rrule: FREQ=WEEKLY;BYDAY=MO, zone: Europe/Berlin }';
    const asked = {
      rrule: 'FREQ=WEEKLY;BYDAY=MO',
      zone: 'Europe/Berlin',
      file: undefined,
      mail: undefined,
      webhook: false,
    };
    expect(routineOf(file(`${schedule}\nbudget: 0.50`)).schedule).toEqual({ ...asked, budget: 0.5 });
    expect(routineOf(file(schedule)).schedule).toEqual({ ...asked, budget: undefined });
    expect(routineOf(file('schedule: weekly')).schedule).toBeUndefined();
    expect(routineOf(file('schedule: {}\nbudget: lots')).schedule).toEqual({
      rrule: '',
      zone: '',
      file: undefined,
      webhook: false,
      mail: undefined,
      budget: NaN,
    });
    const none = { rrule: undefined, zone: '', budget: undefined, mail: undefined, webhook: false };
    expect(routineOf(file("on: { file: 'Inbox/*.csv' }")).schedule).toEqual({ ...none, file: 'Inbox/*.csv' });
    expect(routineOf(file(`${schedule}\non:\n  file: a/*`)).schedule).toEqual({
      ...asked,
      budget: undefined,
      file: 'a/*',
    });
    expect(routineOf(file('on: { webhook: true }')).schedule).toEqual({ ...none, file: undefined, webhook: true });
    expect(routineOf(file('on: { mail: from:acme }')).schedule).toEqual({
      ...none,
      file: undefined,
      mail: 'from:acme',
    });
    expect(routineOf(file('on: files')).schedule).toEqual({ ...none, file: undefined });
  });

  it('reads its steps, and says where one is broken', () => {
    const asking = '\n  - when: failed\n    ask: Find out why.';
    expect(routineOf(file(`steps:\n  - script: a\n  - script: |\n      b\n      c${asking}`)).steps).toEqual([
      { script: 'a' },
      { script: 'b\nc' },
      { when: 'failed', ask: 'Find out why.' },
    ]);
    const problem = (steps: string) => routineOf(file(`steps:${steps}`)).stepsProblem;
    expect(problem(' run.sh')).toMatch(/^Write them as a list/);
    expect(problem('\n  - script: a\n  - script: [b]')).toBe('Step 2: the script is empty, or no text.');
    expect(problem('\n  - script: a\n  - when: never\n    ask: x')).toMatch(/^Step 2: “when” is one of failed/);
    expect(problem(`\n  - script: a${asking}\n  - script: b`)).toBe('Step 3: put the scripts before the questions.');
    expect(problem('\n  - script: a\n  - run: b')).toMatch(/^Step 2: “run” means nothing here/);
    expect(problem(asking)).toBe('Step 1: a question needs a script before it.');
    expect(problem(`\n  - script: ${'x'.repeat(8_001)}`)).toMatch(/^Step 1: a script has at most 8,000/);
    expect(problem('\n  - script: a'.repeat(21))).toMatch(/more than 20/);
    const bomb = routineOf(file('a: &a { script: x }\nsteps: [*a, *a]'));
    expect([bomb.steps, bomb.stepsProblem]).toEqual([[], expect.stringMatching(/^Step 1: /)]);
    const twins = 'inputs: [{ name: a b }, { name: A-B }]\nsteps:\n  - script: x';
    expect(routineOf(file(twins)).stepsProblem).toMatch(/\$ZO_INPUT_A_B/);
  });

  it('its steps are changed as a list, and nothing else', () => {
    const list = '- script: |\n    a\n    b\n- when: always\n  ask: Sum it up.';
    const changed = withSteps(BLOCK, list);
    expect(changed).toBe(BLOCK.replace('- script: run.sh', list.replaceAll('\n', '\n  ')));
    expect(routineOf(changed)).toMatchObject({ stepsText: list, steps: [{ script: 'a\nb' }, { when: 'always' }] });
    expect(routineOf(withSteps(FLOW, list)).stepsText).toBe(list);
    expect(routineOf(file('steps: [{ script: a }]\nbudget: 1')).stepsText).toBe('[{ script: a }]');
    expect(withSteps(BLOCK, '')).toBe(BLOCK.replace('steps:\n  - script: run.sh', 'steps: []'));
  });

  it('a schedule comes, changes and goes, and nothing else', () => {
    const none = { zone: '', file: undefined, mail: undefined, webhook: false, budget: undefined };
    const daily = { ...none, rrule: 'FREQ=DAILY;BYHOUR=8;BYMINUTE=0', zone: 'Europe/Berlin' };
    const plain = file('id: 1 # mine\ndescription: a');
    const times = 'schedule:\n  rrule: "FREQ=DAILY;BYHOUR=8;BYMINUTE=0"\n  zone: Europe/Berlin';
    const added = withSchedule(plain, daily);
    expect(added).toBe(file(`id: 1 # mine\ndescription: a\n${times}`));
    expect(routineOf(added)).toMatchObject({ schedule: daily, others: '' });
    expect(withSchedule(added, daily)).toBe(added);
    expect(withSchedule(added, undefined)).toBe(plain);
    const more = withSchedule(added, { ...daily, file: 'Inbox/*.csv', webhook: true, budget: 0.5 });
    expect(more).toBe(
      file(`id: 1 # mine\ndescription: a\n${times}\non:\n  file: "Inbox/*.csv"\n  webhook: true\nbudget: 0.5`),
    );
    const onMail = withSchedule(more, { ...none, rrule: undefined, mail: 'invoice', budget: 0.5 });
    expect(onMail).toBe(file('id: 1 # mine\ndescription: a\non:\n  mail: invoice\nbudget: 0.5'));
    expect(withSchedule(onMail, undefined)).toBe(plain);
    const written = file('schedule: { rrule: FREQ=HOURLY, zone: UTC } # often\n# keep\nid: 1');
    expect(withSchedule(written, { ...none, rrule: 'FREQ=HOURLY', zone: 'UTC', budget: 2 })).toBe(
      file('schedule: { rrule: FREQ=HOURLY, zone: UTC } # often\n# keep\nid: 1\nbudget: 2'),
    );
    expect(withSchedule(written, undefined)).toBe(file('# keep\nid: 1'));
    expect(withSchedule('Words', daily)).toBe(`---\n${times}\n---\n\nWords`);
  });

  it('shows settings of a schedule that the form has no field for as they are', () => {
    expect(routineOf(file('schedule: { rrule: FREQ=DAILY, start: 2026 }\nbudget: 1')).others).toBe(
      'schedule: { rrule: FREQ=DAILY, start: 2026 }',
    );
    expect(routineOf(file('schedule: daily\nbudget: 1')).others).toBe('schedule: daily\nbudget: 1');
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
