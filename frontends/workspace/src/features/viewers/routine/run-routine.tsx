import { MessageCircle, Play } from 'lucide-react';
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
import { RUNS } from './messages';

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
  const [isAsking, setIsAsking] = useState(false);
  const run = useRun();
  if (error) return <Problem>{RUNS.notRegistered(toProblem(error).detail)}</Problem>;
  if (!routine) return null;
  const begin = () => (inputs.length > 0 ? setIsAsking(true) : void run.start(routine, {}));
  return (
    <section aria-label={RUNS.title} className="mb-6 border-b border-line-1 pb-5 text-sm">
      <Button variant="primary" busy={run.isBusy} onClick={begin}>
        <Play />
        {RUNS.run}
      </Button>
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
      {isAsking ? (
        <InputsDialog
          title={RUNS.ask(routine.title)}
          hint={RUNS.askHint}
          act={RUNS.run}
          inputs={inputs}
          isBusy={run.isBusy}
          onSend={(values) => run.start(routine, values)}
          onClose={() => setIsAsking(false)}
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

const Problem = ({ children }: { children: string }) => (
  <p role="alert" className="my-2 text-sm text-bad">
    {children}
  </p>
);
