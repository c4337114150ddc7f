import { randomUUID } from 'node:crypto';
import { ask, RELEASE, RELEASE_USAGE } from './admin.js';
import { type Command, say } from './command.js';
import { usage } from './failure.js';
import { age, table } from './table.js';

interface Shown {
  readonly balanceCents: number;
  readonly last: readonly {
    readonly at: string;
    readonly amountCents: number;
    readonly who: string;
    readonly why: string;
    readonly key: string;
  }[];
}

export const credits: Command = {
  name: 'credits',
  positionals: ['show|grant', 'HANDLE'],
  options: { ...RELEASE, amount: 'string', why: 'string', key: 'string' },
  usage: `show|grant HANDLE [--amount CENTS --why TEXT [--key KEY]] ${RELEASE_USAGE}`,
  about:
    'credits of a user, in cents, with who granted them and why; a key grants only once (--amount=-500 takes back)',
  async run(kube, given) {
    const [command, handle] = given.positionals as [string, string];
    if (command === 'show') {
      const { balanceCents, last } = await ask<Shown>(kube, given, { path: 'credits', query: { handle } });
      if (last.length > 0)
        say(
          `${table(
            ['AGE', 'CENTS', 'BY', 'WHY', 'KEY'],
            last.map(({ at, amountCents, who, why, key }) => [age(at), String(amountCents), who, why, key]),
          )}\n`,
        );
      return say(`${handle} has ${balanceCents}`);
    }
    if (command !== 'grant') throw usage(`credits takes show or grant, and not "${command}"`);
    const { amount = '', why, key = randomUUID() } = given.options;
    if (!/^-?\d{1,7}$/.test(amount)) throw usage(`--amount is a number of cents, and not "${amount}"`);
    if (!why?.trim()) throw usage('--why is missing');
    const { balanceCents, isNew } = await ask<{ balanceCents: number; isNew: boolean }>(kube, given, {
      path: 'credits',
      change: { handle, amountCents: Number(amount), why, key },
    });
    say(
      `${isNew ? `${handle} is given ${amount}` : `${handle} was given ${amount} before`} (key ${key}) and has ${balanceCents}`,
    );
  },
};
