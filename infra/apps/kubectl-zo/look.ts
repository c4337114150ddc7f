import { plain } from '@zo/kube';
import { type Computer, type ObservedClaim, type ObservedPod, podName, volumeOf } from '@zo/compute/operator/resources';
import { type Command, say } from './command.js';
import { busyOf, computerOf, computers, conditionOf, eventsOf, momentOf } from './computers.js';
import { usage } from './failure.js';
import { age, printable, table } from './table.js';

const holdText = ({ spec: { hold } }: Computer) => hold && `${hold.reason}${hold.until ? ` until ${hold.until}` : ''}`;

export const ls: Command = {
  name: 'ls',
  positionals: [],
  options: { plan: 'string', held: 'boolean', output: 'string' },
  usage: '[--plan PLAN] [--held] [-o json]',
  about: 'list computers',
  async run(kube, { options: { plan, output }, flags }) {
    if (output !== undefined && output !== 'json') throw usage(`-o is json, and not "${output}"`);
    const all = await computers(kube);
    const wanted = all.filter(
      ({ spec }) => (plan === undefined || spec.planRef.name === plan) && (!flags.has('held') || spec.hold),
    );
    if (output) return say(JSON.stringify({ apiVersion: 'v1', kind: 'List', items: wanted }, undefined, 2));
    if (wanted.length === 0) return say('no computers');
    const rows = wanted.map((computer) => {
      const { spec, status, metadata } = computer;
      return [
        spec.handle,
        spec.planRef.name,
        spec.operatingMode,
        status?.phase,
        conditionOf(computer, 'Ready')?.status,
        busyOf(computer),
        holdText(computer),
        age(metadata.creationTimestamp),
      ];
    });
    say(table(['HANDLE', 'PLAN', 'MODE', 'PHASE', 'READY', 'BUSY', 'HOLD', 'AGE'], rows));
  },
};

const EVENTS_SHOWN = 10;

export const show: Command = {
  name: 'show',
  positionals: ['HANDLE'],
  options: {},
  usage: 'HANDLE',
  about: 'what is wanted of a computer, what there is of it, and what happened last',
  async run(kube, { positionals }) {
    const computer = await computerOf(kube, positionals[0]!);
    const { name, namespace } = computer.metadata;
    const there = async <T>(kind: Promise<{ items: unknown[] }>) => plain<{ items: T[] }>(await kind).items[0];
    const at = (object: string) => ({ namespace: namespace!, fieldSelector: `metadata.name=${object}` });
    const [pod, claim, events] = await Promise.all([
      there<ObservedPod>(kube.core.listNamespacedPod(at(podName(name)))),
      there<ObservedClaim>(kube.core.listNamespacedPersistentVolumeClaim(at(volumeOf(computer)))),
      eventsOf(kube, computer),
    ]);
    say(fields(computer, pod, claim));
    const conditions = computer.status?.conditions ?? [];
    if (conditions.length > 0)
      say(
        `\n${table(
          ['CONDITION', 'STATUS', 'REASON', 'MESSAGE', 'SINCE'],
          conditions.map((one) => [one.type, one.status, one.reason, one.message, age(one.lastTransitionTime)]),
        )}`,
      );
    const last = events
      .slice(-EVENTS_SHOWN)
      .map((event) => [age(momentOf(event)), event.involvedObject.kind, event.reason, event.message]);
    say(last.length > 0 ? `\n${table(['LAST', 'OF', 'EVENT', 'MESSAGE'], last)}` : '\nno events');
  },
};

function fields(computer: Computer, pod: ObservedPod | undefined, claim: ObservedClaim | undefined): string {
  const { metadata, spec, status } = computer;
  const hold = spec.hold && `${holdText(computer)}, by ${spec.hold.by ?? 'unknown'}`;
  const failures =
    status?.failures && `${status.failures.count}, the last ${age(status.failures.at)} ago (${status.failures.reason})`;
  const rows: [string, string | undefined][] = [
    ['handle', spec.handle],
    ['computer', `${metadata.namespace}/${metadata.name}`],
    ['user', spec.userId],
    ['plan', spec.planRef.name],
    ['wanted', spec.operatingMode],
    ['hold', hold],
    ['phase', status?.phase],
    ['busy', busyOf(computer)],
    ['failures', failures],
    ['image', status?.image],
    [
      'pod',
      pod &&
        `${pod.status?.phase} on ${pod.spec?.nodeName ?? 'no node'} at ` +
          `${pod.status?.podIP ?? 'no address'}${pod.metadata.deletionTimestamp ? ', ending' : ''}`,
    ],
    [
      'volume',
      claim && `${claim.status?.phase} ${claim.status?.capacity?.storage ?? claim.spec?.resources?.requests?.storage}`,
    ],
    ['backup', status?.lastBackupTime && `${age(status.lastBackupTime)} ago`],
  ];
  return rows.map(([label, value]) => `${`${label}:`.padEnd(11)}${printable(value) || '-'}`).join('\n');
}
