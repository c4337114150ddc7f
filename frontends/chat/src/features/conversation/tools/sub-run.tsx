import { ChevronRight, Square } from 'lucide-react';
import { useState } from 'react';
import { toProblem } from '@zo/web/store';
import { Button, cn, toast } from '@zo/web/ui';
import { useStopRunMutation } from '../../../api/runs.endpoints';
import type { ToolPart } from '../../../api/types';
import { TEXT } from '../../../messages';
import { CallView } from './call-view';

/** The calls of the run that a call has started: shown while it works, folded afterwards. */
export function SubRun({ part }: { part: ToolPart }) {
  const [chosen, setChosen] = useState<boolean>();
  const [stop, { isLoading }] = useStopRunMutation();
  const { sub_run: run } = part;
  if (!run) return null;
  const isRunning = part.result === undefined;
  const open = chosen ?? isRunning;
  // A question stays in sight.
  const shown = open ? run.parts : run.parts.filter(({ state }) => state === 'approval');
  const stopPart = () => {
    stop(run.run_id)
      .unwrap()
      .catch((failure: unknown) => toast.error(toProblem(failure).detail));
  };
  return (
    <div role="group" aria-label={TEXT.partOfAnswer} className="mb-1 ml-2 border-l-2 border-line-1 pl-3">
      {run.parts.length > 0 || isRunning ? (
        <div className="flex min-h-8 items-center gap-2">
          <button
            type="button"
            aria-expanded={open}
            onClick={() => setChosen(!open)}
            className={cn(
              '-ml-1.5 flex min-h-6 items-center gap-1.5 rounded-md px-1.5 text-xs text-text-2',
              'hover:bg-surface-2 pointer-coarse:min-h-11',
            )}
          >
            <ChevronRight aria-hidden className={cn('size-3 text-text-3 transition-transform', open && 'rotate-90')} />
            {TEXT.steps(run.parts.length)}
          </button>
          <span className="flex-1" />
          {isRunning ? (
            <Button variant="quiet" busy={isLoading} onClick={stopPart}>
              <Square aria-hidden className="size-3! fill-current" />
              {TEXT.stopPart}
            </Button>
          ) : null}
        </div>
      ) : null}
      {shown.map((call) => (
        <CallView key={call.call_id} part={call} runId={run.run_id} />
      ))}
    </div>
  );
}
