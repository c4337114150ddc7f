import { describe, expect, it } from '@jest/globals';
import { capsOf } from './facts.js';
import { type Caps, decide, EFFECTS, type Facts, type Verdict } from './policy.js';

const BOTH = [false, true];
const ORIGINS = ['chat', 'schedule', 'email', 'sms', 'api', 'subagent'] as const;
const MODES = ['ask_more', 'balanced', 'let_it_work'] as const;

function* allCaps(): Generator<Caps> {
  for (let bits = 0; bits < 2 ** EFFECTS.length; bits++)
    for (const reads of BOTH) yield { effects: EFFECTS.filter((_, at) => bits & (1 << at)), reads };
}

function* allFacts(): Generator<Facts> {
  for (const origin of ORIGINS)
    for (const mode of MODES)
      for (let bits = 0; bits < 64; bits++) {
        const bit = (at: number) => (bits & (1 << at)) !== 0;
        yield {
          origin,
          mode,
          foreign: bit(0),
          secret: bit(1),
          granted: bit(2),
          urlKnown: bit(3),
          overBudget: bit(4),
          canClose: bit(5),
        };
      }
}

/** How much a verdict allows. */
const ALLOWS: Record<Verdict['to'], number> = { refuse: 0, ask: 1, 'run-closed': 2, run: 3 };
const allows = (verdict: Verdict) => ALLOWS[verdict.to];

const clean: Facts = {
  origin: 'chat',
  mode: 'balanced',
  foreign: false,
  secret: false,
  granted: false,
  urlKnown: false,
  overBudget: false,
  canClose: true,
};
const caps = (...effects: Caps['effects']): Caps => ({ effects, reads: false });

/** Every call of the function with every combination of what it is given, as failures of a property. */
function violations(holds: (caps: Caps, facts: Facts) => boolean): number {
  let found = 0;
  for (const can of allCaps()) for (const facts of allFacts()) if (!holds(can, facts)) found++;
  return found;
}

describe('the policy, over its whole table', () => {
  it('S7 more text of others or private data, and less allowed before, never allows more', () => {
    const more: ((facts: Facts) => Facts)[] = [
      (facts) => ({ ...facts, foreign: true }),
      (facts) => ({ ...facts, secret: true }),
      (facts) => ({ ...facts, granted: false }),
      (facts) => ({ ...facts, urlKnown: false }),
      (facts) => ({ ...facts, overBudget: true }),
      (facts) => ({ ...facts, canClose: false }),
      (facts) => ({ ...facts, mode: facts.mode === 'balanced' ? 'ask_more' : facts.mode }),
    ];
    for (const [at, step] of more.entries()) {
      const worse = violations((can, facts) => allows(decide(can, step(facts))) <= allows(decide(can, facts)));
      expect([at, worse]).toEqual([at, 0]);
    }
  });

  it('S7 more that a call can do never allows more', () => {
    for (const effect of EFFECTS) {
      const worse = violations(
        ({ effects, reads }, facts) =>
          allows(decide({ effects: [...effects, effect], reads }, facts)) <= allows(decide({ effects, reads }, facts)),
      );
      expect([effect, worse]).toEqual([effect, 0]);
    }
  });

  it('S7 nothing leaves unasked after text of others and private data, whatever was allowed before', () => {
    const leaves = ({ effects }: Caps) => effects.some((effect) => ['outward', 'publish', 'persist'].includes(effect));
    expect(
      violations((can, facts) => {
        const foreign = facts.foreign || facts.origin === 'email' || facts.origin === 'sms';
        if (!leaves(can) || !foreign || !(facts.secret || can.reads)) return true;
        return allows(decide(can, facts)) <= ALLOWS.ask;
      }),
    ).toBe(0);
  });

  it('S7 no mode lets run after text of others what is asked about in balance', () => {
    expect(
      violations((can, facts) => {
        const foreign = facts.foreign || facts.origin === 'email' || facts.origin === 'sms';
        return !foreign || allows(decide(can, facts)) <= allows(decide(can, { ...facts, mode: 'balanced' }));
      }),
    ).toBe(0);
  });

  it('S7 a command that is asked about after text of others is closed, where it can be', () => {
    expect(
      violations((can, facts) => {
        const verdict = decide(can, facts);
        if (verdict.to !== 'ask' || verdict.why !== 'every-command' || !facts.foreign) return true;
        return verdict.closed === true || !facts.canClose;
      }),
    ).toBe(0);
  });

  it('S7 no command runs with a way out after text of others', () => {
    expect(
      violations((can, facts) => !can.effects.includes('exec') || !facts.foreign || decide(can, facts).to !== 'run'),
    ).toBe(0);
  });

  it('S7 nothing is run on a machine, destroyed, first published or spent beyond the budget unasked', () => {
    expect(
      violations((can, facts) => {
        const { to } = decide(can, facts);
        const must =
          can.effects.includes('destroy') ||
          can.effects.includes('machine') ||
          (can.effects.includes('publish') && !facts.granted) ||
          (can.effects.includes('spend') && facts.overBudget);
        return !must || ALLOWS[to] <= ALLOWS.ask;
      }),
    ).toBe(0);
  });
});

describe('the policy, rule by rule', () => {
  it.each<[string, Caps, Partial<Facts>, Verdict]>([
    ['a machine, allowed before', caps('machine'), { granted: true }, { to: 'ask', why: 'machine' }],
    [
      'a machine after text of others, if no questions are wanted',
      caps('machine'),
      { foreign: true, mode: 'let_it_work' },
      { to: 'refuse', why: 'mode' },
    ],
    ['reading and writing files', caps('write'), { foreign: true, secret: true }, { to: 'run' }],
    ['spending beyond the budget in a chat', caps('spend'), { overBudget: true }, { to: 'ask', why: 'budget' }],
    [
      'spending beyond the budget unattended',
      caps('spend'),
      { overBudget: true, origin: 'schedule' },
      { to: 'refuse', why: 'budget' },
    ],
    ['destroying', caps('destroy'), { granted: true }, { to: 'ask', why: 'destroy' }],
    ['both facts', caps('outward'), { foreign: true, secret: true, granted: true }, { to: 'ask', why: 'two' }],
    [
      'a mail counts as text of others',
      caps('outward'),
      { origin: 'email', secret: true, granted: true },
      { to: 'ask', why: 'two' },
    ],
    ['publishing for the first time', caps('publish'), {}, { to: 'ask', why: 'publish' }],
    ['the first time with a target', caps('outward'), {}, { to: 'ask', why: 'first-time' }],
    ['the first time, where it may work', caps('outward'), { mode: 'let_it_work' }, { to: 'run' }],
    ['what runs later, after text of others', caps('persist'), { foreign: true }, { to: 'ask', why: 'persist' }],
    ['what runs later', caps('persist'), {}, { to: 'run' }],
    ['what runs later, unattended', caps('persist'), { origin: 'schedule' }, { to: 'ask', why: 'persist' }],
    [
      'the first time, unattended, where it may work',
      caps('outward'),
      { origin: 'schedule', mode: 'let_it_work' },
      { to: 'ask', why: 'first-time' },
    ],
    [
      'what runs later, after text of others, without questions',
      caps('persist'),
      { foreign: true, mode: 'let_it_work' },
      { to: 'refuse', why: 'mode' },
    ],
    [
      'an unknown address without questions',
      caps('fetch'),
      { foreign: true, mode: 'let_it_work' },
      { to: 'refuse', why: 'mode' },
    ],
    ['a command, where more is asked', caps('exec'), { mode: 'ask_more' }, { to: 'ask', why: 'every-command' }],
    [
      'a command after text of others, where more is asked',
      caps('exec'),
      { mode: 'ask_more', foreign: true },
      { to: 'ask', why: 'every-command', closed: true },
    ],
    ['the first time, after text of others', caps('outward'), { foreign: true }, { to: 'ask', why: 'first-time' }],
    ['a target that was allowed', caps('outward'), { granted: true, foreign: true }, { to: 'run' }],
    ['an unknown address', caps('fetch'), { foreign: true }, { to: 'ask', why: 'url' }],
    ['a known address', caps('fetch'), { foreign: true, urlKnown: true }, { to: 'run' }],
    ['a command', caps('exec'), {}, { to: 'run' }],
    ['a command after text of others', caps('exec'), { foreign: true }, { to: 'run-closed' }],
    [
      'a command that cannot be closed',
      caps('exec'),
      { foreign: true, canClose: false },
      { to: 'ask', why: 'command' },
    ],
  ])('S7 %s', (_, can, facts, verdict) => {
    expect(decide(can, { ...clean, ...facts })).toEqual(verdict);
  });
});

describe('the policy for tools of connected apps', () => {
  const both = { foreign: true, secret: true };
  it.each<['read' | 'write' | 'send' | 'delete', Partial<Facts>, Verdict]>([
    ['read', {}, { to: 'run' }],
    ['read', { ...both, mode: 'ask_more', origin: 'email' }, { to: 'run' }],
    ['write', {}, { to: 'ask', why: 'first-time' }],
    ['send', {}, { to: 'ask', why: 'first-time' }],
    ['send', { mode: 'let_it_work' }, { to: 'run' }],
    ['send', { mode: 'let_it_work', origin: 'schedule' }, { to: 'ask', why: 'first-time' }],
    ['send', { ...both }, { to: 'ask', why: 'two' }],
    ['write', { ...both, mode: 'let_it_work' }, { to: 'refuse', why: 'mode' }],
    ['send', { origin: 'sms', secret: true }, { to: 'ask', why: 'two' }],
    ['delete', {}, { to: 'ask', why: 'destroy' }],
    ['delete', { mode: 'let_it_work' }, { to: 'ask', why: 'destroy' }],
  ])('S7 one that does %s, with %j', (effect, facts, verdict) => {
    const recipient = { destroys: effect === 'delete', app: { account: '', effect } };
    expect(decide(capsOf({ class: 'app' }, { recipient }), { ...clean, ...facts })).toEqual(verdict);
  });
});
