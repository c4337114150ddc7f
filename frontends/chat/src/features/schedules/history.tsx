import { Ban, ChevronDown, CircleAlert, CircleCheck, CircleHelp, CircleX, Clock, LoaderCircle } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button, cn, Menu, SkeletonRows, TabRow } from '@zo/web/ui';
import { type Occurrence, type Schedule, useScheduleHistoryInfiniteQuery } from '../../api/schedules.endpoints';
import { ChatLink } from './chat-link';
import { LoadFailed } from './load-failed';
import { costWords, HISTORY, outcomeOf, SCRIPTS } from './messages';
import { momentWords } from '@zo/web/schedules';
import { ScriptResults } from './script-results';

const TONES = { good: 'text-good', warn: 'text-warn', bad: 'text-bad', quiet: 'text-text-2' } as const;
const ICONS: Record<Occurrence['state'], ReactNode> = {
  done: <CircleCheck />,
  failed: <CircleX />,
  missed: <CircleAlert />,
  skipped: <Ban />,
  parked: <CircleHelp />,
  started: <LoaderCircle />,
  due: <Clock />,
  queued: <Clock />,
};

function Row({ row, title, now }: { row: Occurrence; title: string; now: number }) {
  const { what, why, tone } = outcomeOf(row);
  const due = momentWords(Date.parse(row.due_at), now);
  const mark = (
    <span className={cn('flex items-center gap-1.5 [&_svg]:size-4 [&_svg]:shrink-0', TONES[tone])}>
      {ICONS[row.state]}
      <span className="truncate">{what}</span>
    </span>
  );
  const [isOpen, setIsOpen] = useState(false);
  const { scripts } = row;
  return (
    <li className="flex flex-wrap items-center gap-x-3 border-b border-line-1 px-3 py-2 text-sm last:border-b-0">
      <div
        className={cn(
          'min-w-0 flex-1',
          '@3xl:grid',
          '@3xl:grid-cols-[8.5rem_minmax(0,9rem)_6.5rem_minmax(0,1fr)_3.5rem]',
          '@3xl:items-center @3xl:gap-3',
        )}
      >
        <div className="flex justify-between gap-3 @3xl:contents">
          <span className="order-2 shrink-0 text-text-2 tabular-nums @3xl:order-none @3xl:text-text-1">{due}</span>
          <span className="truncate font-medium @3xl:font-normal">{title}</span>
        </div>
        <div className="flex gap-2 @3xl:contents">
          <span className="shrink-0">{mark}</span>
          <span className="min-w-0 text-text-2">
            <span title={why} className="line-clamp-2 break-words">
              {why}
            </span>
            {scripts.length > 0 ? (
              <button
                type="button"
                aria-expanded={isOpen}
                aria-label={SCRIPTS.show(title, due)}
                onClick={() => setIsOpen(!isOpen)}
                className="rounded-sm text-accent touch-area hover:underline"
              >
                {SCRIPTS.count(scripts.length)}
              </button>
            ) : null}
          </span>
          <span className="ml-auto shrink-0 text-right text-text-2 tabular-nums @3xl:ml-0">{costWords(row.cost)}</span>
        </div>
      </div>
      <ChatLink id={row.conversation_id} />
      {isOpen ? <ScriptResults scripts={scripts} /> : null}
    </li>
  );
}

function Head() {
  return (
    <div aria-hidden className="hidden gap-3 border-b border-line-1 px-3 pb-1.5 text-sm text-text-2 @3xl:flex">
      <div className="grid flex-1 grid-cols-[8.5rem_minmax(0,9rem)_6.5rem_minmax(0,1fr)_3.5rem] gap-3">
        <span>{HISTORY.due}</span>
        <span>{HISTORY.schedule}</span>
        <span>{HISTORY.what}</span>
        <span>{HISTORY.why}</span>
        <span className="text-right">{HISTORY.cost}</span>
      </div>
      <span className="w-8" />
    </div>
  );
}

type Only = 'all' | 'late' | 'failed';

/** Every time that was due, latest first. */
export function History({ schedules, now }: { schedules: readonly Schedule[]; now: number }) {
  const [only, setOnly] = useState<Only>('all');
  const [scheduleId, setScheduleId] = useState<string>();
  const titles = new Map(schedules.map(({ id, title }) => [id, title]));
  const chosen = scheduleId !== undefined && titles.has(scheduleId) ? scheduleId : undefined;
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetching } = useScheduleHistoryInfiniteQuery({
    ...(chosen && { scheduleId: chosen }),
    ...(only !== 'all' && { only }),
  });
  const rows = data?.pages.flatMap(({ items }) => items) ?? [];
  const shown = rows.filter(({ schedule_id }) => titles.has(schedule_id));
  return (
    <section aria-label={HISTORY.title} className="mt-6">
      <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-2 px-3">
        <h2 className="text-base font-semibold">{HISTORY.title}</h2>
        <span className="text-sm text-text-2 max-md:hidden">{HISTORY.hint}</span>
        <span className="flex-1" />
        <TabRow
          label={HISTORY.filter}
          value={only}
          onChange={setOnly}
          tabs={[
            { value: 'all', label: HISTORY.all },
            { value: 'late', label: HISTORY.late },
            { value: 'failed', label: HISTORY.failed },
          ]}
        />
        <Menu
          label={HISTORY.schedule}
          entries={[
            { label: HISTORY.every, checked: chosen === undefined, onSelect: () => setScheduleId(undefined) },
            ...schedules.map(({ id, title }) => ({
              label: title,
              checked: id === chosen,
              onSelect: () => setScheduleId(id),
            })),
          ]}
        >
          <Button className="max-w-52">
            <span className="truncate">{chosen ? titles.get(chosen) : HISTORY.every}</span>
            <ChevronDown />
          </Button>
        </Menu>
      </div>
      {error ? <LoadFailed error={error} onAgain={refetch} /> : null}
      {data ? (
        shown.length === 0 ? (
          <p className="px-3 py-2 text-sm text-text-2">{only === 'all' ? HISTORY.none : HISTORY.noneShown}</p>
        ) : (
          <>
            <Head />
            <ul>
              {shown.map((row) => (
                <Row
                  key={`${row.schedule_id} ${row.due_at}`}
                  row={row}
                  title={titles.get(row.schedule_id)!}
                  now={now}
                />
              ))}
            </ul>
          </>
        )
      ) : error ? null : (
        <SkeletonRows label={HISTORY.title} />
      )}
      {hasNextPage ? (
        <Button variant="quiet" busy={isFetching} onClick={() => void fetchNextPage()} className="mx-3 mt-2">
          {HISTORY.more}
        </Button>
      ) : null}
    </section>
  );
}
