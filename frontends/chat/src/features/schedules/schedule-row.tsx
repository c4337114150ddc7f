import { Ellipsis, Pause, Pencil, Play, Trash2, TriangleAlert, Workflow } from 'lucide-react';
import { Button, cn, IconButton, Menu, Switch } from '@zo/web/ui';
import type { Schedule } from '../../api/schedules.endpoints';
import { TEXT } from './messages';
import { browserZone, clockWords, dayWords, momentWords, placeOf, shortWords } from '@zo/web/schedules';
import { whenInWords } from '@zo/web/recurrence';
import type { useActs } from './use-acts';

interface RowProps {
  readonly schedule: Schedule;
  readonly persona: string | undefined;
  readonly now: number;
  readonly isOpen: boolean;
  readonly acts: ReturnType<typeof useActs>;
  readonly onOpen: () => void;
  readonly onRemove: () => void;
}

function NextTimes({ schedule, now }: Pick<RowProps, 'schedule' | 'now'>) {
  const { next } = schedule;
  if (next.length === 0) return <span className="text-sm text-text-2">{TEXT.waits(schedule)}</span>;
  const [first, ...later] = next.map((at) => Date.parse(at));
  return (
    <>
      <div className="hidden gap-2 text-sm tabular-nums @3xl:flex">
        {next.map((at, index) => (
          <div key={at} className={cn('w-24', index === 0 ? 'font-medium text-text-1' : 'text-text-2')}>
            <div>{dayWords(Date.parse(at), now)}</div>
            <div>{clockWords(Date.parse(at))}</div>
          </div>
        ))}
      </div>
      <div className="max-w-40 shrink-0 text-right tabular-nums @3xl:hidden">
        <div className="text-sm text-text-1">{momentWords(first!, now)}</div>
        <div className="text-xs text-text-2">{later.map((at) => shortWords(at, first!, now)).join(', ')}</div>
      </div>
    </>
  );
}

/** One schedule: whether it is on, what it does, and when next. */
export function ScheduleRow({ schedule, persona, now, isOpen, acts, onOpen, onRemove }: RowProps) {
  const { title, zone, paused_at, paused_why, tainted, routine_id } = schedule;
  const place = zone === browserZone() ? '' : ` in ${placeOf(zone)}`;
  const isPaused = paused_at !== null;
  return (
    <li className={cn('flex items-center gap-3 rounded-lg px-3 py-2', isOpen ? 'bg-surface-4' : 'hover:bg-surface-2')}>
      <Switch checked={!isPaused} onChange={() => acts.turn(schedule)} label={TEXT.isOn(title)} />
      <button type="button" onClick={onOpen} aria-expanded={isOpen} className="min-w-0 flex-1 rounded-md text-left">
        <span className="flex items-center gap-1.5 text-base font-medium">
          <span className="line-clamp-2 break-words @xl:line-clamp-1">{title}</span>
          {routine_id ? (
            <Workflow role="img" aria-label={TEXT.routine} className="size-3.5 shrink-0 text-text-2" />
          ) : null}
          {tainted ? (
            <TriangleAlert role="img" aria-label={TEXT.marked} className="size-3.5 shrink-0 text-warn" />
          ) : null}
        </span>
        <span className="line-clamp-2 text-sm break-words text-text-2 @xl:line-clamp-1">
          {whenInWords(schedule, place)}
          {persona ? ` · ${persona}` : ''}
        </span>
        {isPaused ? (
          <span className="block text-sm break-words text-warn">
            {paused_why ? TEXT.pausedBecause(paused_why) : TEXT.paused}
          </span>
        ) : null}
      </button>
      {isPaused ? (
        <Button onClick={() => acts.turn(schedule)}>{TEXT.resume}</Button>
      ) : (
        <NextTimes schedule={schedule} now={now} />
      )}
      <Menu
        label={TEXT.options(title)}
        entries={[
          { label: TEXT.run, icon: <Play />, onSelect: () => acts.run(schedule) },
          { label: TEXT.edit, icon: <Pencil />, onSelect: onOpen },
          {
            label: isPaused ? TEXT.resume : TEXT.pause,
            icon: isPaused ? <Play /> : <Pause />,
            onSelect: () => acts.turn(schedule),
          },
          'separator',
          // The menu has to give the focus back first.
          { label: TEXT.remove, icon: <Trash2 />, danger: true, onSelect: () => void setTimeout(onRemove, 40) },
        ]}
      >
        <IconButton label={TEXT.options(title)}>
          <Ellipsis />
        </IconButton>
      </Menu>
    </li>
  );
}
