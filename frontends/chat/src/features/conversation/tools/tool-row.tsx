import { visible } from '@zo/proto/hidden-text';
import { Ban, Check, ChevronRight, CircleAlert, CircleStop, LoaderCircle } from 'lucide-react';
import { useState } from 'react';
import { cn } from '@zo/web/ui';
import type { ToolPart } from '../../../api/types';
import {
  type CallLine,
  describeCall,
  failureOf,
  foundIn,
  formatDuration,
  imagesIn,
  replyIn,
  resultText,
  unreachedIn,
  wasRefused,
  wasRehearsed,
  wasStopped,
} from './describe-call';
import { CallPicture } from './call-picture';
import { FileChip } from './file-chip';
import { FoundList } from './found-list';
import { MadeImages } from './made-images';
import { OutputBlock } from './output-block';

const QUIET = 'size-4 shrink-0';

function StateIcon({ part, trouble }: { part: ToolPart; trouble: boolean }) {
  const { state } = part;
  if (wasStopped(part)) return <CircleStop aria-label="Stopped" className={`${QUIET} text-text-3`} />;
  if (state === 'done' && trouble)
    return <CircleAlert aria-label="Done, with a problem" className={`${QUIET} text-warn`} />;
  if (state === 'done') return <Check aria-label="Done" className={`${QUIET} text-good`} />;
  if (state === 'error') return <CircleAlert aria-label="Failed" className={`${QUIET} text-bad`} />;
  if (state === 'denied') return <Ban aria-label="Not allowed" className={`${QUIET} text-text-3`} />;
  return <LoaderCircle aria-label="Running" className={`${QUIET} animate-spin text-text-3`} />;
}

/** One tool call as a row; expanded, it shows the arguments and the result. */
export function ToolRow({ part }: { part: ToolPart }) {
  const [chosen, setChosen] = useState<boolean>();
  const { verb, file, code } = describeCall(part);
  // A running command with output is expanded and collapses when it ends.
  const open = chosen ?? (part.state === 'running' && Boolean(part.output));
  const output = part.output ?? resultText(part.result);
  const trouble = unreachedIn(part) ?? failureOf(part);
  const reply = replyIn(part);
  const shownVerb = verbOf(part, verb);
  const label = `${shownVerb}${file ? ` ${file.path.at(-1) ?? ''}` : ''}`;
  return (
    <div>
      {/* The whole row is a mouse target; keyboard users have the button at its end. */}
      <div
        onClick={() => setChosen(!open)}
        className={cn(
          '-mx-2 flex min-h-8 items-center gap-2 rounded-md px-2 text-sm pointer-coarse:min-h-11',
          open ? 'bg-surface-2' : 'hover:bg-surface-2',
        )}
      >
        <StateIcon part={part} trouble={trouble !== undefined} />
        <span className="shrink-0 text-text-2">{shownVerb}</span>
        {code !== undefined ? (
          <code className="min-w-0 truncate font-mono text-xs text-text-1">{visible(code)}</code>
        ) : null}
        {file ? (
          <span className="flex min-w-0">
            <FileChip location={file} />
          </span>
        ) : null}
        {reply === undefined ? null : (
          <span className="min-w-0 shrink-[0.5] truncate font-medium text-text-1">{visible(reply)}</span>
        )}
        <span className="min-w-2 flex-1" />
        {trouble ? <span className="min-w-0 shrink-[0.2] truncate text-xs text-warn">{visible(trouble)}</span> : null}
        <span className="shrink-0 text-xs text-text-3 tabular-nums">
          {part.duration_ms === undefined ? '' : formatDuration(part.duration_ms)}
        </span>
        <button
          type="button"
          aria-expanded={open}
          aria-label={`${label}, details`}
          onClick={(event) => (event.stopPropagation(), setChosen(!open))}
          className="flex size-6 shrink-0 items-center justify-center rounded-md text-text-3 touch-area"
        >
          <ChevronRight aria-hidden className={cn('size-3.5 transition-transform', open && 'rotate-90')} />
        </button>
      </div>
      {open ? <Details part={part} output={output} /> : null}
      <MadeImages images={imagesIn(part)} />
      <CallPicture part={part} />
    </div>
  );
}

function verbOf(part: ToolPart, verb: CallLine['verb']): string {
  if (part.state === 'denied') return 'Not allowed';
  if (wasRehearsed(part)) return 'Rehearsed';
  if (wasStopped(part)) return 'Stopped';
  if (part.state === 'done') return verb.done;
  if (part.state === 'error') return wasRefused(part) ? 'Did not run' : verb.failed;
  return verb.doing;
}

function Details({ part, output }: { part: ToolPart; output: string }) {
  const command = describeCommand(part);
  const found = foundIn(part);
  const args = command === undefined ? visible(JSON.stringify(part.args, null, 2) ?? '') : undefined;
  return (
    <div className="mt-1 mb-2 flex flex-col gap-1.5">
      {args && args !== '{}' ? <OutputBlock text={args} /> : null}
      {found ? <FoundList found={found} /> : null}
      {!found && (output || command) ? <OutputBlock text={output} command={command && visible(command)} /> : null}
      {part.state === 'done' && part.tool === 'run_bash_command' && !wasRehearsed(part) ? (
        <p className="px-3 text-xs text-text-2">{failureOf(part) ?? 'exit code 0'}</p>
      ) : null}
    </div>
  );
}

function describeCommand({ tool, args }: ToolPart): string | undefined {
  const { cmd, cmd_list, script } = (args ?? {}) as { cmd?: unknown; cmd_list?: unknown; script?: unknown };
  if (tool === 'run_script' && typeof script === 'string') return script;
  if (typeof cmd === 'string') return cmd;
  return Array.isArray(cmd_list) ? cmd_list.join('\n$ ') : undefined;
}
