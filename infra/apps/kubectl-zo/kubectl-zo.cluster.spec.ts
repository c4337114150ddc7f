import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { administrators } from './test/administrators.js';
import { changes } from './test/changes.js';
import { inspection } from './test/inspection.js';
import { type Installation, startInstallation } from './test/installation.js';
import type { Person } from './test/people.js';

let installation: Installation;
beforeAll(async () => {
  installation = await startInstallation();
  await Promise.all(['ada', 'bob', 'cyd'].map((handle) => installation.add(handle)));
});
afterAll(() => installation?.stop());

const zo = (person: Person, line: string) => installation.type(person, `kubectl zo ${line}`);

describe('ls and show', () => {
  it('PC-01 ls lists all computers, those of a plan, those on hold, or all as JSON', async () => {
    const { out, code } = await zo('zo-viewer', 'ls');
    expect(code).toBe(0);
    const [head, ...rows] = out
      .trim()
      .split('\n')
      .map((line) => line.split(/ {2,}/));
    expect(head).toEqual(['HANDLE', 'PLAN', 'MODE', 'PHASE', 'READY', 'BUSY', 'HOLD', 'AGE']);
    expect(rows.map((row) => row.slice(0, 7))).toEqual(
      ['ada', 'bob', 'cyd'].map((handle) => [handle, 'free', 'Running', 'Running', 'True', '-', '-']),
    );
    expect((await zo('zo-viewer', 'ls --plan pro')).out).toBe('no computers\n');
    expect((await zo('zo-viewer', 'ls --held')).out).toBe('no computers\n');
    const { items } = JSON.parse((await zo('zo-viewer', 'ls -o json')).out) as {
      items: { spec: { handle: string } }[];
    };
    expect(items.map(({ spec }) => spec.handle)).toEqual(['ada', 'bob', 'cyd']);
  });

  it('PC-01 show lists the spec, the status and the events', async () => {
    const { out, code } = await zo('zo-viewer', 'show ada');
    expect(code).toBe(0);
    expect(out).toMatch(/^computer: +computers-00\/ada$/m);
    expect(out).toMatch(/^wanted: +Running$/m);
    expect(out).toMatch(/^pod: +Running on node-\d at [\d.]+$/m);
    expect(out).toMatch(/^volume: +Bound 1Gi$/m);
    expect(out).toMatch(/^Ready +True +AgentListens/m);
    expect(out).toMatch(/ Pod +Scheduled /);
  });

  it.each([
    ['ls everything', 64, '"everything" is one argument too many'],
    ['ls -o yaml', 64, '-o is json, and not "yaml"'],
    ['show', 64, 'HANDLE is missing'],
    ['show Ada_1', 64, '"Ada_1" is no handle'],
    ['show nobody', 1, 'no user with the handle "nobody" has a computer'],
    ['fly ada', 64, 'there is no command "fly"'],
    ['suspend ada', 64, '--why is missing'],
    ['suspend ada --why "  "', 64, '--why is missing'],
    ['hold ada --why x --reason Whim', 64, '--reason is one of Abuse, Billing, Maintenance, Request, and not "Whim"'],
    ['hold ada --why x --reason Abuse --until tomorrow', 64, '--until is a moment like'],
    ['hold ada --why x --reason Abuse --until 2020-01-01T00:00:00Z', 64, '--until is over already'],
    ['wake ada --why x --wait long', 64, '--wait is a time like'],
    ['ls --context elsewhere', 1, 'elsewhere'],
  ])('PC-01 %s is refused with code %i in one sentence', async (line, code, sentence) => {
    const ran = await zo('zo-support', line);
    expect(ran).toMatchObject({ code, out: '' });
    expect(ran.err).toContain(sentence);
    expect(ran.err.trim()).toMatch(/^zo: [^\n]+$/);
  });
});

describe('changes', () => changes(() => installation));
describe('inspection', () => inspection(() => installation));
describe('administrators', () => administrators(() => installation));
