import { holdNow } from '@zo/compute/operator/reconcile';
import type { Hold } from '@zo/compute/operator/resources';
import { duration, type Given, moment } from './arguments.js';
import { setHold, setMode } from './change.js';
import { type Command, say } from './command.js';
import { computerOf } from './computers.js';
import { Failure, usage } from './failure.js';
import { callerName } from './record.js';
import { waitFor } from './wait.js';

const REASONS: readonly Hold['reason'][] = ['Abuse', 'Billing', 'Maintenance', 'Request'];
const WAIT = '90s';
const waitOf = ({ options }: Given) => duration(options['wait'] ?? WAIT, 'wait');

export const hold: Command = {
  name: 'hold',
  positionals: ['HANDLE'],
  options: { reason: 'string', until: 'string', why: 'string', wait: 'string' },
  required: ['reason', 'why'],
  usage: `HANDLE --reason ${REASONS.join('|')} --why TEXT [--until TIME] [--wait 90s]`,
  about: 'keep a computer from running, until it is lifted or TIME has come (2027-01-31T12:00:00Z, or 2h from now)',
  async run(kube, given) {
    const { options } = given;
    const reason = REASONS.find((known) => known === options['reason']);
    if (!reason) throw usage(`--reason is one of ${REASONS.join(', ')}, and not "${options['reason']}"`);
    const until = options['until'] === undefined ? undefined : moment(options['until'], Date.now());
    const wait = waitOf(given);
    const computer = await computerOf(kube, given.positionals[0]!);
    const who = await callerName(kube);
    const what = `holds it (${reason}${until ? ` until ${until}` : ''})`;
    await setHold(kube, computer, {
      hold: { reason, by: who, ...(until && { until }) },
      entry: { reason: 'Held', what, who, why: options['why']! },
    });
    await waitFor(kube, computer, { condition: 'Suspended', ms: wait });
    say(`${computer.spec.handle} is held (${reason}${until ? ` until ${until}` : ''})`);
  },
};

export const unhold: Command = {
  name: 'unhold',
  positionals: ['HANDLE'],
  options: { why: 'string' },
  required: ['why'],
  usage: 'HANDLE --why TEXT',
  about: 'lift the hold; the computer runs again where it was wanted to',
  async run(kube, { positionals, options }) {
    const computer = await computerOf(kube, positionals[0]!);
    const { handle, operatingMode, hold: held } = computer.spec;
    if (!held) return say(`${handle} is not held`);
    const who = await callerName(kube);
    await setHold(kube, computer, {
      hold: null,
      entry: { reason: 'Unheld', what: `lifts the hold (${held.reason})`, who, why: options['why']! },
    });
    say(`${handle} is not held any more, and is wanted ${operatingMode}`);
  },
};

export const suspend: Command = {
  name: 'suspend',
  positionals: ['HANDLE'],
  options: { why: 'string', wait: 'string' },
  required: ['why'],
  usage: 'HANDLE --why TEXT [--wait 90s]',
  about: 'put a computer to sleep; the user can wake it (hold prevents that)',
  async run(kube, given) {
    const wait = waitOf(given);
    const computer = await computerOf(kube, given.positionals[0]!);
    if (computer.spec.operatingMode !== 'Suspended') {
      const who = await callerName(kube);
      await setMode(kube, computer, {
        mode: 'Suspended',
        entry: { reason: 'SuspendAsked', what: 'suspends it', who, why: given.options['why']! },
      });
    }
    await waitFor(kube, computer, { condition: 'Suspended', ms: wait });
    say(`${computer.spec.handle} is suspended`);
  },
};

export const wake: Command = {
  name: 'wake',
  positionals: ['HANDLE'],
  options: { why: 'string', wait: 'string' },
  required: ['why'],
  usage: 'HANDLE --why TEXT [--wait 90s]',
  about: 'start a computer',
  async run(kube, given) {
    const wait = waitOf(given);
    const computer = await computerOf(kube, given.positionals[0]!);
    const { handle, hold: held } = computer.spec;
    // The API server has no clock: it would accept the wake of a computer whose hold has an end, which would not start.
    if (holdNow(computer, Date.now()))
      throw new Failure(
        `${handle} is held (${held!.reason}${held!.until ? ` until ${held!.until}` : ''}), and a held computer cannot be woken`,
      );
    const who = await callerName(kube);
    await setMode(kube, computer, {
      mode: 'Running',
      entry: { reason: 'WakeAsked', what: 'wakes it', who, why: given.options['why']! },
    });
    await waitFor(kube, computer, { condition: 'Ready', ms: wait });
    say(`${handle} is ready`);
  },
};
