import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import { formatMonth } from '@zo/web/format';
import { skipToken } from '@zo/web/store';
import { Button, cn, IconButton, SkeletonRows } from '@zo/web/ui';
import { useScheduleCalendarQuery, type Schedule } from '../../api/schedules.endpoints';
import { ChatLink } from './chat-link';
import { LoadFailed } from './load-failed';
import { CALENDAR, outcomeOf } from './messages';
import { clockWords, daysOfMonth, longDayWords } from '@zo/web/schedules';

type Item = NonNullable<ReturnType<typeof useScheduleCalendarQuery>['data']>['items'][number];

/** Entries in the square of a day; all of them are listed below the month. */
const MAX_SHOWN = 3;
const TONES = { good: 'bg-good', warn: 'bg-warn', bad: 'bg-bad', quiet: 'bg-text-3' } as const;

const sameDay = (a: Date, b: Date) => a.toDateString() === b.toDateString();

/** What became of a time in a word; the history says why. */
function outcome({ state }: Item) {
  if (state === null) return { what: CALENDAR.coming, tone: 'quiet' } as const;
  return outcomeOf({
    state,
    late: false,
    why: null,
    started_at: null,
    ended_at: null,
    manual: false,
    cause: null,
    retry_at: null,
  });
}

function Dot({ item }: { item: Item }) {
  const { what, tone } = outcome(item);
  const isComing = item.state === null;
  return (
    <span
      role="img"
      aria-label={what}
      className={cn('size-2 shrink-0 rounded-full', isComing ? 'border border-text-2' : TONES[tone])}
    />
  );
}

interface DayProps {
  readonly day: Date;
  readonly items: readonly Item[];
  readonly titles: ReadonlyMap<string, string>;
  readonly isIn: boolean;
  readonly isToday: boolean;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function Day({ day, items, titles, isIn, isToday, isChosen, onChoose }: DayProps) {
  const more = items.length - MAX_SHOWN;
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className={cn(
        'flex min-h-11 min-w-0 flex-col gap-0.5 border-t border-line-1 p-1 text-left text-xs @3xl:min-h-24 @3xl:p-1.5',
        isChosen ? 'bg-surface-3' : 'hover:bg-surface-2',
        !isIn && 'text-text-3',
      )}
    >
      <span className="sr-only">{`${longDayWords(day.getTime())}, ${items.length}`}</span>
      <span aria-hidden className={cn('tabular-nums', isToday && 'font-semibold text-accent')}>
        {day.getDate()}
      </span>
      <span aria-hidden className="hidden min-w-0 flex-col gap-0.5 self-stretch @3xl:flex">
        {items.slice(0, MAX_SHOWN).map((item) => (
          <span key={`${item.schedule_id} ${item.at}`} className="flex min-w-0 items-center gap-1">
            <Dot item={item} />
            <span className="shrink-0 tabular-nums">{clockWords(Date.parse(item.at))}</span>
            <span className="truncate">{titles.get(item.schedule_id)}</span>
          </span>
        ))}
        {more > 0 ? <span className="text-text-2">{CALENDAR.more(more)}</span> : null}
      </span>
      <span aria-hidden className="flex flex-wrap gap-0.5 @3xl:hidden">
        {items.slice(0, MAX_SHOWN).map((item) => (
          <Dot key={`${item.schedule_id} ${item.at}`} item={item} />
        ))}
      </span>
    </button>
  );
}

function OneDay({ day, items, titles }: Pick<DayProps, 'day' | 'items' | 'titles'>) {
  const title = longDayWords(day.getTime());
  return (
    <section aria-label={title} className="mt-4 px-3">
      <h3 className="mb-1 font-medium">{title}</h3>
      {items.length === 0 ? <p className="text-sm text-text-2">{CALENDAR.nothing}</p> : null}
      <ul>
        {items.map((item) => (
          <li
            key={`${item.schedule_id} ${item.at}`}
            className="flex min-h-9 items-center gap-3 border-b border-line-1 py-1 text-sm last:border-b-0"
          >
            <span className="w-12 shrink-0 tabular-nums">{clockWords(Date.parse(item.at))}</span>
            <span className="min-w-0 flex-1 break-words">{titles.get(item.schedule_id)}</span>
            <span className="flex shrink-0 items-center gap-1.5 text-text-2">
              <Dot item={item} />
              <span aria-hidden>{outcome(item).what}</span>
            </span>
            <ChatLink id={item.conversation_id} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** ZR-05: a month of what ran and what is to come, in the zone of the browser. */
export function Calendar({ schedules, now }: { schedules: readonly Schedule[]; now: number }) {
  const today = new Date(now);
  const [month, setMonth] = useState(() => new Date(today.getFullYear(), today.getMonth(), 1));
  const [chosen, setChosen] = useState(today);
  const days = daysOfMonth(month);
  const last = days.at(-1);
  const range = last && {
    from: days[0]!.toISOString(),
    to: new Date(last.getFullYear(), last.getMonth(), last.getDate() + 1).toISOString(),
  };
  const { data, error, refetch } = useScheduleCalendarQuery(range ?? skipToken);
  const titles = new Map(schedules.map(({ id, title }) => [id, title]));
  const byDay = useMemo(() => Map.groupBy(data?.items ?? [], ({ at }) => new Date(at).toDateString()), [data]);
  const itemsOn = (day: Date) =>
    (byDay.get(day.toDateString()) ?? []).filter(({ schedule_id }) => titles.has(schedule_id));
  const show = (date: Date, day: Date) => {
    setMonth(new Date(date.getFullYear(), date.getMonth(), 1));
    setChosen(day);
  };
  const turn = (by: number) => {
    const to = new Date(month.getFullYear(), month.getMonth() + by, 1);
    show(to, to.getMonth() === today.getMonth() && to.getFullYear() === today.getFullYear() ? today : to);
  };
  const often = (data?.often ?? []).flatMap((id) => titles.get(id) ?? []);
  return (
    <section aria-label={CALENDAR.calendar}>
      <div className="mb-2 flex items-center gap-1 px-3">
        <h2 aria-live="polite" className="flex-1 text-base font-semibold">
          {formatMonth(month.getTime())}
        </h2>
        <Button onClick={() => show(today, today)}>{CALENDAR.today}</Button>
        <IconButton label={CALENDAR.earlier} onClick={() => turn(-1)}>
          <ChevronLeft />
        </IconButton>
        <IconButton label={CALENDAR.later} onClick={() => turn(1)}>
          <ChevronRight />
        </IconButton>
      </div>
      {error ? <LoadFailed error={error} onAgain={refetch} /> : null}
      {data ? (
        <>
          <div aria-hidden className="grid grid-cols-7 px-1 pb-1 text-xs text-text-2">
            {CALENDAR.days.map((day) => (
              <span key={day} className="px-1">
                {day}
              </span>
            ))}
          </div>
          <div className="grid grid-cols-7 border-b border-line-1">
            {days.map((day) => (
              <Day
                key={day.getTime()}
                day={day}
                items={itemsOn(day)}
                titles={titles}
                isIn={day.getMonth() === month.getMonth()}
                isToday={sameDay(day, today)}
                isChosen={sameDay(day, chosen)}
                onChoose={() => setChosen(day)}
              />
            ))}
          </div>
          {often.length > 0 ? (
            <p className="px-3 pt-2 text-sm text-text-2">{CALENDAR.often(often.join(', '))}</p>
          ) : null}
          {data.more ? <p className="px-3 pt-2 text-sm text-text-2">{CALENDAR.cut}</p> : null}
          <OneDay day={chosen} items={itemsOn(chosen)} titles={titles} />
        </>
      ) : error ? null : (
        <SkeletonRows label={CALENDAR.calendar} />
      )}
    </section>
  );
}
