import { FlaskConical, MessageCircle, Play } from 'lucide-react';
import { useState } from 'react';
import type { Routine as Read } from '@zo/proto/routine';
import { Link, useNavigate } from '@zo/web/router';
import { toProblem } from '@zo/web/store';
import { fileHref, pathKey } from '@zo/web/paths';
import { Button, toast } from '@zo/web/ui';
import { routinesApi, type Routine } from '../../../api/routines.endpoints';
import { useNoteLocation } from '../note/note-context';
import { ArmRoutine, isRead } from './arm-routine';
import { InputsDialog } from './inputs-dialog';
import { REHEARSAL, RUNS } from './messages';
import { Rehearsal } from './rehearsal';

/** ZR-03, ZR-06: runs the routine of the open file, arms its schedule, and lists its chats. */
export function RunRoutine({ read }: { read: Read }) {
  const { inputs } = read;
  const location = useNoteLocation();
  const [isStale, setIsStale] = useState(false);
  const { data: routine, error } = routinesApi.useRegisterRoutineQuery(pathKey(location), {
    pollingInterval: isStale ? SAVED_MS : 0,
  });
  const isOther = routine !== undefined && !isRead(read, routine);
  if (isOther !== isStale) setIsStale(isOther);
  const { data: runs = [], error: unlisted } = routinesApi.useRoutineRunsQuery(routine?.id ?? '', { skip: !routine });
  const [asking, setAsking] = useState<'run' | 'rehearsal'>();
  const run = useRun();
  const rehearsal = useRehearsal(pathKey(location));
  if (error) return <Problem>{RUNS.notRegistered(toProblem(error).detail)}</Problem>;
  if (!routine) return null;
  const begin = (what: 'run' | 'rehearsal') =>
    inputs.length > 0 ? setAsking(what) : void (what === 'run' ? run : rehearsal).start(routine, {});
  return (
    <section aria-label={RUNS.title} className="mb-6 border-b border-line-1 pb-5 text-sm">
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" busy={run.isBusy} onClick={() => begin('run')}>
          <Play />
          {RUNS.run}
        </Button>
        <Button busy={rehearsal.isBusy} onClick={() => begin('rehearsal')}>
          <FlaskConical />
          {REHEARSAL.rehearse}
        </Button>
      </div>
      {rehearsal.runId ? (
        <Rehearsal
          key={rehearsal.runId}
          routineId={routine.id}
          runId={rehearsal.runId}
          budget={routine.proposed?.budget ?? null}
          onClose={rehearsal.close}
        />
      ) : null}
      <ArmRoutine routine={routine} />
      {unlisted ? <Problem>{RUNS.notListed}</Problem> : null}
      {runs.length > 0 ? (
        <>
          <h2 className="mt-4 mb-1 font-medium">{RUNS.past}</h2>
          <ul className="divide-y divide-line-1">
            {runs.map(({ id, title, created_at: at, running }) => (
              <li key={id}>
                <Link
                  to={`${fileHref(location)}?chat=${id}&chat_view=sidebar`}
                  className="flex min-h-9 items-center gap-3 rounded-md px-1 hover:bg-surface-2"
                >
                  <MessageCircle aria-hidden className="size-4 shrink-0 text-text-2" />
                  <span className="min-w-0 flex-1 truncate">{title || RUNS.untitled}</span>
                  <time dateTime={at} className="shrink-0 text-text-2">
                    {running ? RUNS.running : WHEN.format(new Date(at))}
                  </time>
                </Link>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {asking ? (
        <InputsDialog
          title={asking === 'run' ? RUNS.ask(routine.title) : REHEARSAL.ask(routine.title)}
          hint={RUNS.askHint}
          act={asking === 'run' ? RUNS.run : REHEARSAL.rehearse}
          inputs={inputs}
          isBusy={run.isBusy || rehearsal.isBusy}
          onSend={(values) => (asking === 'run' ? run : rehearsal).start(routine, values)}
          onClose={() => setAsking(undefined)}
        />
      ) : null}
    </section>
  );
}

/** How often the server is asked while the text is not saved yet. */
const SAVED_MS = 2_000;
const WHEN = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

function useRun() {
  const location = useNoteLocation();
  const navigate = useNavigate();
  const [execute, { isLoading: isBusy }] = routinesApi.useExecuteRoutineMutation();
  /** @returns whether it has begun */
  const start = async ({ id }: Routine, inputs: Record<string, string>): Promise<boolean> => {
    try {
      const { conversation_id: chat } = await execute({ id, inputs }).unwrap();
      void navigate(`${fileHref(location)}?chat=${chat}&chat_view=sidebar`);
      return true;
    } catch (error) {
      toast.error(RUNS.notRun, { description: toProblem(error).detail });
      return false;
    }
  };
  return { start, isBusy };
}

/** The last one of each open file, which outlives a change of the layout. */
const rehearsals = new Map<string, string>();

function useRehearsal(address: string) {
  const [rehearse, { isLoading: isBusy }] = routinesApi.useRehearseRoutineMutation();
  const [runId, setRunId] = useState(rehearsals.get(address));
  const show = (shown: string | undefined) => {
    if (shown) rehearsals.set(address, shown);
    else rehearsals.delete(address);
    setRunId(shown);
  };
  /** @returns whether it has begun */
  const start = async ({ id }: Routine, inputs: Record<string, string>): Promise<boolean> => {
    try {
      show((await rehearse({ id, inputs }).unwrap()).run_id);
      return true;
    } catch (error) {
      toast.error(REHEARSAL.notStarted, { description: toProblem(error).detail });
      return false;
    }
  };
  return { start, isBusy, runId, close: () => show(undefined) };
}

const Problem = ({ children }: { children: string }) => (
  <p role="alert" className="my-2 text-sm text-bad">
    {children}
  </p>
);
