import { Link } from '@zo/web/router';
import { computerApi, useSystemStatsQuery, type Computer } from '@zo/web/store';
import { formatSpan } from '@zo/web/format';
import { Meter, cn } from '@zo/web/ui';

const POLL_MS = 5000;
const STATE_MS = 30_000;
/** While the state is changing or unknown, because a live event can get lost. */
const CHANGING_MS = 2_000;

/** Labels of the computer's states. */
export const STATE_LABEL: Record<Computer['state'], string> = {
  awake: 'Computer is on',
  waking: 'Waking…',
  asleep: 'Computer is asleep',
  stopping: 'Going to sleep',
  failed: 'Computer did not start',
};

/** Coloured dot beside the state. */
export function StateLamp({ state }: { state: Computer['state'] | undefined }) {
  const look = {
    awake: 'bg-good ring-good-soft',
    waking: 'bg-warn ring-warn-soft animate-pulse-soft',
    stopping: 'bg-warn ring-warn-soft',
    asleep: 'bg-text-3 ring-surface-3',
    failed: 'bg-bad ring-bad-soft',
  };
  return (
    <span
      aria-hidden
      className={cn('size-2 shrink-0 rounded-full ring-3', state ? look[state] : 'bg-line-2 ring-surface-3')}
    />
  );
}

/** A meter turns yellow from 85 % and red from 95 %. */
export const toneOf = (percent: number): 'accent' | 'warn' | 'bad' =>
  percent >= 95 ? 'bad' : percent >= 85 ? 'warn' : 'accent';

/** State and, while awake, live figures of the computer. Reading them never wakes it. */
export function useSystem() {
  const { useQueryState, useQuerySubscription } = computerApi.endpoints.computer;
  const { data: computer, isError } = useQueryState();
  const { state } = computer ?? {};
  const changing = isError || state === 'waking' || state === 'stopping';
  useQuerySubscription(undefined, { pollingInterval: changing ? CHANGING_MS : STATE_MS, skipPollingIfUnfocused: true });
  const awake = state === 'awake';
  const { data } = useSystemStatsQuery(undefined, {
    skip: !awake,
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
  });
  return { computer, stats: awake ? data : undefined };
}

export const ofAll = ({ used_gb, total_gb }: { used_gb: number; total_gb: number }) =>
  `${used_gb.toFixed(2)} of ${total_gb.toFixed(2)} GB`;
const HINT: Partial<Record<Computer['state'], string>> = { failed: 'see why' };

/** LP-08: the status bar below the tree; it links to /system. */
export function StatsBar() {
  const { computer, stats } = useSystem();
  const disk = stats?.disks[0];
  const sleeps = computer?.sleeps_in_seconds;
  const hint = computer && (computer.state === 'awake' ? computer.busy_reason : HINT[computer.state]);
  const countdown = computer?.state === 'awake' && sleeps ? `sleeps in ${formatSpan(sleeps)}` : '';
  const meters =
    stats && disk
      ? [
          { label: 'CPU', percent: stats.cpu.usage_percent, title: `${stats.cpu.logical_cpus} processors` },
          { label: 'Memory', percent: stats.memory.percent, title: ofAll(stats.memory) },
          { label: 'Disk', percent: disk.percent, title: ofAll(disk) },
        ]
      : null;
  return (
    <Link
      to="/system"
      className={cn(
        '@container block shrink-0 border-t border-line-1 px-4 py-2.5 transition-colors duration-[120ms]',
        'hover:bg-surface-3 focus-visible:-outline-offset-2',
      )}
    >
      <div className="flex h-5 items-center gap-2.5 text-sm">
        <StateLamp state={computer?.state} />
        <span className="font-medium">{computer ? STATE_LABEL[computer.state] : ' '}</span>
        <span className={`min-w-0 flex-1 truncate text-right text-xs text-text-3 ${hint ? '' : '@max-[207px]:hidden'}`}>
          {hint ?? countdown}
        </span>
      </div>
      {meters ? (
        <div className="mt-1.5 grid grid-cols-[4fr_5fr_4fr] gap-2.5">
          {meters.map(({ label, percent, title }) => (
            <div key={label} title={title}>
              <div className="flex justify-between gap-1 text-xs whitespace-nowrap text-text-2">
                <span className="truncate">{label}</span>
                <span className="tabular-nums @max-[207px]:hidden">{Math.round(percent)} %</span>
              </div>
              <Meter label={label} value={percent} tone={toneOf(percent)} className="mt-1" />
            </div>
          ))}
        </div>
      ) : null}
    </Link>
  );
}
