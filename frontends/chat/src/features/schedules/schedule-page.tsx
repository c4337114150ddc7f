import { CalendarClock, ChevronLeft, Globe, Plus } from 'lucide-react';
import { useState } from 'react';
import { toProblem, useZofilesQuery } from '@zo/web/store';
import { Button, cn, ConfirmDialog, EmptyState, SkeletonRows, TabRow, usePhone } from '@zo/web/ui';
import { Link } from '@zo/web/router';
import { useSchedulesQuery, type Schedule } from '../../api/schedules.endpoints';
import { Calendar } from './calendar';
import { Editor } from './editor';
import { History } from './history';
import { CALENDAR, TEXT } from './messages';
import { browserZone, clockWords, placeOf, useNow } from '@zo/web/schedules';
import { ScheduleRow } from './schedule-row';
import { useActs } from './use-acts';

/** The id of the schedule that is edited, or a new one. */
type Edited = { readonly id: string } | 'new' | undefined;

type View = 'list' | 'calendar';

interface TopProps {
  readonly now: number;
  readonly view: View;
  readonly isEditing: boolean;
  readonly onView: (view: View) => void;
  readonly onAdd: () => void;
}

function Top({ now, view, isEditing, onView, onAdd }: TopProps) {
  const phone = usePhone();
  return (
    <header className="flex h-12 shrink-0 items-center gap-2 border-b border-line-1 pr-3 pl-4 @3xl:pl-6">
      {phone ? (
        <Link to="/settings" aria-label={TEXT.back} className="-ml-2 flex size-11 items-center justify-center">
          <ChevronLeft className="size-5" />
        </Link>
      ) : null}
      <h1 className="flex-1 truncate text-base font-semibold">{TEXT.title}</h1>
      <TabRow
        label={CALENDAR.view}
        value={view}
        onChange={onView}
        tabs={[
          { value: 'list', label: CALENDAR.list },
          { value: 'calendar', label: CALENDAR.calendar },
        ]}
      />
      <span className="hidden items-center gap-1.5 text-sm text-text-2 tabular-nums @xl:flex [&_svg]:size-4">
        <Globe aria-hidden className="max-md:hidden" />
        {placeOf(browserZone())}, {clockWords(now)}
      </span>
      <Button
        size="md"
        variant={isEditing ? 'outline' : 'primary'}
        aria-label={TEXT.add}
        onClick={onAdd}
        className="max-md:w-11 max-md:px-0"
      >
        <Plus />
        {phone ? null : TEXT.add}
      </Button>
    </header>
  );
}

interface ListProps {
  readonly schedules: readonly Schedule[];
  readonly now: number;
  readonly edited: Edited;
  readonly acts: ReturnType<typeof useActs>;
  readonly onOpen: (id: string) => void;
  readonly onRemove: (schedule: Schedule) => void;
}

function ComingUp({ schedules, now, edited, acts, onOpen, onRemove }: ListProps) {
  const { data: zofiles = [] } = useZofilesQuery();
  const personas = new Map(zofiles.map(({ id, name }) => [id, name]));
  return (
    <section aria-label={TEXT.coming}>
      <div className="mb-1 flex flex-wrap items-baseline gap-x-3 px-3">
        <h2 className="text-base font-semibold">{TEXT.coming}</h2>
        <span className="text-sm text-text-2">{TEXT.comingHint(schedules.length)}</span>
      </div>
      <ul>
        {schedules.map((schedule) => (
          <ScheduleRow
            key={schedule.id}
            schedule={schedule}
            persona={schedule.zofile_id ? personas.get(schedule.zofile_id) : undefined}
            now={now}
            isOpen={typeof edited === 'object' && edited.id === schedule.id}
            acts={acts}
            onOpen={() => onOpen(schedule.id)}
            onRemove={() => onRemove(schedule)}
          />
        ))}
      </ul>
    </section>
  );
}

/** ZR-05: what happens next, what happened, and the editor of one schedule. */
export default function SchedulePage() {
  const { data: schedules, error, refetch } = useSchedulesQuery();
  const [edited, setEdited] = useState<Edited>();
  const [view, setView] = useState<View>('list');
  const [removed, setRemoved] = useState<Schedule>();
  const acts = useActs();
  const now = useNow();
  const open = typeof edited === 'object' ? schedules?.find(({ id }) => id === edited.id) : undefined;
  const isEditing = edited === 'new' || open !== undefined;
  const remove = (schedule: Schedule) =>
    acts.remove(schedule).then(() => {
      setRemoved(undefined);
      setEdited((now_) => (typeof now_ === 'object' && now_.id === schedule.id ? undefined : now_));
    });
  return (
    <section aria-label={TEXT.title} className="@container/page relative flex h-full">
      <div className="@container flex min-w-0 flex-1 flex-col">
        <Top now={now} view={view} isEditing={isEditing} onView={setView} onAdd={() => setEdited('new')} />
        <div className="min-h-0 flex-1 overflow-y-auto px-1 py-4 @3xl:px-3">
          {schedules?.length && view === 'calendar' ? (
            <Calendar schedules={schedules} now={now} />
          ) : schedules?.length ? (
            <>
              <ComingUp
                schedules={schedules}
                now={now}
                edited={edited}
                acts={acts}
                onOpen={(id) => setEdited({ id })}
                onRemove={setRemoved}
              />
              <History schedules={schedules} now={now} />
            </>
          ) : schedules ? (
            <EmptyState
              icon={<CalendarClock />}
              title={TEXT.none}
              action={
                <Button size="md" onClick={() => setEdited('new')}>
                  {TEXT.add}
                </Button>
              }
            >
              {TEXT.noneHint}
            </EmptyState>
          ) : error ? (
            <EmptyState
              tone="bad"
              title={TEXT.failed}
              action={<Button onClick={() => void refetch()}>{TEXT.again}</Button>}
            >
              {toProblem(error).detail}
            </EmptyState>
          ) : (
            <SkeletonRows label={TEXT.title} />
          )}
        </div>
      </div>
      {isEditing ? (
        <div
          className={cn(
            'absolute inset-0 z-10 border-l border-line-1',
            '@4xl/page:static @4xl/page:w-96 @4xl/page:shrink-0',
          )}
        >
          <Editor
            key={open?.id ?? 'new'}
            schedule={open}
            acts={acts}
            onSaved={({ id }) => setEdited({ id })}
            onRemove={setRemoved}
            onClose={() => setEdited(undefined)}
          />
        </div>
      ) : null}
      <ConfirmDialog
        open={removed !== undefined}
        onOpenChange={(isOpen) => !isOpen && setRemoved(undefined)}
        title={TEXT.removeTitle(removed?.title ?? '')}
        description={TEXT.removeHint}
        action={TEXT.remove}
        busy={acts.isRemoving}
        onConfirm={() => void (removed && remove(removed))}
      />
    </section>
  );
}
