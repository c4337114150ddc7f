/**
 * All metrics of the product. Label values come from small fixed sets: no user, computer, path or text, so that the
 * number of series does not grow with the number of users.
 */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

export const LABELS = [
  'service',
  'method',
  'route',
  'status',
  'topic',
  'group',
  'tool',
  'state',
  'outcome',
  'phase',
  'kind',
] as const;
type Label = (typeof LABELS)[number];

export const registry = new Registry();

interface Description<L extends Label> {
  readonly name: `zo_${string}`;
  readonly help: string;
  readonly labels?: readonly L[];
}

const configuration = <L extends Label>({ name, help, labels = [] }: Description<L>) => ({
  name,
  help,
  labelNames: labels,
  registers: [registry],
});
const counter = <L extends Label = never>(description: Description<L>) => new Counter<L>(configuration(description));
const gauge = <L extends Label = never>(description: Description<L>) => new Gauge<L>(configuration(description));
const histogram = <L extends Label = never>(description: Description<L> & { readonly buckets: number[] }) =>
  new Histogram<L>({ ...configuration(description), buckets: description.buckets });

export const metrics = {
  requests: histogram({
    name: 'zo_http_request_seconds',
    help: 'Requests by how long they took, streams to their end',
    labels: ['service', 'method', 'route', 'status'],
    buckets: [0.005, 0.025, 0.1, 0.5, 2.5, 10],
  }),
  requestsOpen: gauge({
    name: 'zo_http_requests_open',
    help: 'Requests being answered, streams among them',
    labels: ['service'],
  }),
  socketsOpen: gauge({ name: 'zo_websockets_open', help: 'Websockets being served', labels: ['service'] }),
  eventsWaiting: gauge({
    name: 'zo_events_waiting',
    help: 'Events a group has not had yet',
    labels: ['topic', 'group'],
  }),
  eventsOldest: gauge({
    name: 'zo_events_oldest_seconds',
    help: 'Age of the oldest event a group has not had yet',
    labels: ['topic', 'group'],
  }),
  eventsParked: gauge({
    name: 'zo_events_parked',
    help: 'Events a group could not apply and has put aside',
    labels: ['topic', 'group'],
  }),
  parkedOldest: gauge({
    name: 'zo_events_parked_oldest_seconds',
    help: 'Age of the oldest of these',
    labels: ['topic', 'group'],
  }),
  outboxWaiting: gauge({ name: 'zo_outbox_waiting', help: 'Events not yet carried to the brokers', labels: ['topic'] }),
  outboxOldest: gauge({ name: 'zo_outbox_oldest_seconds', help: 'Age of the oldest of these', labels: ['topic'] }),
  occurrences: counter({
    name: 'zo_occurrences_total',
    help: 'Due times of schedules by what became of them at first',
    labels: ['state'],
  }),
  occurrencesStuck: gauge({
    name: 'zo_occurrences_stuck',
    help: 'Due times of schedules that nobody started for a minute',
  }),
  runsActive: gauge({ name: 'zo_runs_active', help: 'Answers of the assistant being written by this process' }),
  runs: counter({ name: 'zo_runs_total', help: 'Answers of the assistant by how they ended', labels: ['outcome'] }),
  toolCalls: counter({
    name: 'zo_tool_calls_total',
    help: 'Calls of tools by what became of them',
    labels: ['tool', 'state'],
  }),
  computers: gauge({
    name: 'zo_computers',
    help: 'Computers of a cluster, as the operator that leads sees them',
    labels: ['phase'],
  }),
  computersConnected: gauge({
    name: 'zo_computers_connected',
    help: 'Computers a process of compute has at hand',
    labels: ['phase'],
  }),
  wakes: histogram({
    name: 'zo_computer_wake_seconds',
    help: 'Time until a computer that was started was awake',
    labels: ['outcome'],
    buckets: [0.25, 0.5, 1, 2, 5, 15, 60],
  }),
  registrations: counter({
    name: 'zo_computer_registrations_total',
    help: 'Registrations of agents by outcome',
    labels: ['outcome'],
  }),
  homesUncounted: gauge({
    name: 'zo_homes_uncounted',
    help: 'Computers that can write nothing because their homes cannot be counted',
  }),
  homeBackupsOverdue: gauge({
    name: 'zo_home_backups_overdue',
    help: 'Computers whose last complete backup is older than twice the time their plan says',
  }),
  homeBackupsFailed: gauge({
    name: 'zo_home_backups_failed',
    help: 'Computers whose last backup failed',
  }),
  rowsBackupAge: gauge({
    name: 'zo_rows_backup_age_seconds',
    help: 'Since the rows of all services went to the object store; since the first computer where they never did',
  }),
  leads: gauge({ name: 'zo_operator_leads', help: '1 in the operator that leads' }),
  reconciles: histogram({
    name: 'zo_reconcile_seconds',
    help: 'Looks at a computer by how long they took',
    labels: ['outcome'],
    buckets: [0.005, 0.025, 0.1, 0.5, 2.5, 10],
  }),
  queue: gauge({ name: 'zo_reconcile_queue_length', help: 'Computers waiting to be looked at' }),
  informerAge: gauge({
    name: 'zo_informer_last_event_age_seconds',
    help: 'Seconds since the last message of the API server',
    labels: ['kind'],
  }),
} as const;
