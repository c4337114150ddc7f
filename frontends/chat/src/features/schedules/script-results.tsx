import { CircleCheck, CircleHelp, CircleX } from 'lucide-react';
import type { Occurrence } from '../../api/schedules.endpoints';
import { SCRIPTS } from './messages';

/** How the scripts of a run ended: exit code, time, and the end of what they wrote. */
export function ScriptResults({ scripts }: Pick<Occurrence, 'scripts'>) {
  return (
    <ol aria-label={SCRIPTS.title} className="mt-2 w-full space-y-2 text-sm">
      {scripts.map(({ script, exit_code, duration_ms, output }, index) => (
        <li key={index} className="rounded-md border border-line-1 px-3 py-2">
          <div className="flex items-start gap-2">
            <Outcome code={exit_code} />
            <code className="min-w-0 flex-1 font-mono text-xs leading-5 break-words">{script}</code>
            <span className="shrink-0 text-xs leading-5 text-text-2 tabular-nums">
              {SCRIPTS.ended(exit_code, duration_ms)}
            </span>
          </div>
          {output ? (
            <pre
              className="mt-1.5 max-h-40 overflow-auto font-mono text-xs break-words whitespace-pre-wrap text-text-2"
              tabIndex={0}
              aria-label={SCRIPTS.output(index + 1)}
            >
              {output}
            </pre>
          ) : null}
        </li>
      ))}
    </ol>
  );
}

function Outcome({ code }: { code: number | null }) {
  const look = 'mt-0.5 size-4 shrink-0';
  if (code === null) return <CircleHelp aria-hidden className={`${look} text-warn`} />;
  return code === 0 ? (
    <CircleCheck aria-hidden className={`${look} text-good`} />
  ) : (
    <CircleX aria-hidden className={`${look} text-bad`} />
  );
}
