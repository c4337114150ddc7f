import { Brain, Check, ChevronRight, Copy, FoldVertical, GitFork, RotateCcw } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button, IconButton, cn } from '@zo/web/ui';
import type { Message, Part } from '../../api/types';
import { TEXT } from '../../messages';
import { CallsContext, ClaimsContext } from './markdown/answer-context';
import { Markdown } from './markdown/markdown';
import { useCopied } from './markdown/use-copied';
import { ModelName } from './models/model-name';
import { OtherModels } from './models/other-models';
import { CallView } from './tools/call-view';
import { ContextButton } from './tools/context-button';
import { hasEffects, ReceiptCard, spentOf } from './tools/receipt-card';
import { SubRun } from './tools/sub-run';
import { UserMessage } from './user-message';
import { WithSettingsLink } from './with-settings-link';

const ENDINGS: Partial<Record<string, string>> = { stopped: 'Stopped.', interrupted: 'This answer was interrupted.' };

interface AnswerActions {
  /** Asks again, perhaps another model; the answer stays as a branch. */
  onRetry?: (model?: string) => void;
  /** Lets an answer that did not end by itself go on. */
  onContinue?: () => void;
  onFork?: (messageId: string) => void;
}

/** An answer: text, reasoning and tool calls in order, then how it ended and its receipt. */
export function AssistantMessage({
  message,
  conversationId,
  onRetry,
  onContinue,
  onFork,
}: {
  message: Message;
  conversationId: string;
} & AnswerActions) {
  const { parts, status, error, receipt, run_id, model, zofile } = message;
  const running = status === 'running' || status === 'waiting';
  const text = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n');
  const calls = useMemo(() => parts.filter((part) => part.type === 'tool'), [parts]);
  const ending = error ?? ENDINGS[status ?? ''];
  return (
    <div className="group/answer flex min-w-0 flex-col gap-1.5" aria-busy={running}>
      <CallsContext value={calls}>
        <ClaimsContext value={running ? null : calls}>
          {parts.map((part, index) => (
            <PartView
              key={part.type === 'tool' ? part.call_id : index}
              part={part}
              runId={run_id ?? ''}
              growing={running && index === parts.length - 1}
            />
          ))}
        </ClaimsContext>
      </CallsContext>
      {running && !lastShowsWork(parts) ? <Thinking /> : null}
      {ending && !running ? (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <p className={cn('text-sm', error ? 'text-bad' : 'text-text-3')}>
            <WithSettingsLink text={ending} />
          </p>
          {onRetry && status !== 'stopped' ? (
            <Button onClick={() => onRetry()}>
              <RotateCcw />
              {TEXT.tryAgain}
            </Button>
          ) : null}
          {onContinue && text ? <Button onClick={onContinue}>{TEXT.goOn}</Button> : null}
        </div>
      ) : null}
      {receipt && run_id && !running ? (
        <ReceiptCard receipt={receipt} runId={run_id} conversationId={conversationId} />
      ) : null}
      {!running ? (
        <div
          className={cn(
            '-ml-1.5 flex h-7 items-center gap-0.5 opacity-0',
            'group-hover/answer:opacity-100 focus-within:opacity-100',
            'has-[[data-state=open]]:opacity-100 pointer-coarse:opacity-100',
          )}
        >
          {text ? <CopyButton text={text} /> : null}
          {onRetry && (!ending || status === 'stopped') ? (
            <IconButton size="sm" label={TEXT.tryAgain} onClick={() => onRetry()}>
              <RotateCcw className="size-3.5!" />
            </IconButton>
          ) : null}
          {onRetry ? <OtherModels current={model} onChoose={onRetry} /> : null}
          {onFork ? (
            <IconButton size="sm" label={TEXT.fork} onClick={() => onFork(message.id)}>
              <GitFork className="size-3.5!" />
            </IconButton>
          ) : null}
          {run_id ? <ContextButton runId={run_id} /> : null}
          {zofile ? <span className="min-w-0 shrink truncate pl-1 text-xs text-text-2">{zofile.name}</span> : null}
          {model ? <ModelName value={model} /> : null}
          {receipt && !hasEffects(receipt) ? (
            <span className="shrink-0 pl-1.5 text-xs text-text-3 tabular-nums">{spentOf(receipt).join(' · ')}</span>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

function PartView({ part, runId, growing }: { part: Part; runId: string; growing: boolean }) {
  if (part.type === 'text') return <Markdown text={part.text} isGrowing={growing} />;
  if (part.type === 'summary') return <SummaryLine text={part.text} />;
  if (part.type === 'steer') return <Steer part={part} />;
  if (part.type === 'reasoning') return <ReasoningBlock text={part.text} growing={growing} />;
  return (
    <>
      <CallView part={part} runId={runId} />
      {part.sub_run ? <SubRun part={part} /> : null}
    </>
  );
}

/** The line where the model is sent a summary instead of what is above; it opens. */
function SummaryLine({ text }: { text: string }) {
  const [open, setOpen] = useState(false);
  return (
    <div className="my-1">
      <div
        className={cn(
          'flex items-center gap-3',
          'before:h-px before:flex-1 before:bg-line-1 after:h-px after:flex-1 after:bg-line-1',
        )}
      >
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className={cn(
            'flex min-h-6 items-center gap-1.5 rounded-md px-1.5 text-xs text-text-2',
            'hover:bg-surface-2 pointer-coarse:min-h-11',
          )}
        >
          <FoldVertical aria-hidden className="size-3.5 text-text-3" />
          {TEXT.summarised}
          <ChevronRight aria-hidden className={cn('size-3 text-text-3 transition-transform', open && 'rotate-90')} />
        </button>
      </div>
      {open ? (
        <div className="mt-1 rounded-lg bg-surface-2 px-3 py-2 text-sm text-text-2">
          <Markdown text={text} />
        </div>
      ) : null}
    </div>
  );
}

/** What the user said while the answer was written, at the place where the model was shown it. */
function Steer({ part: { text, files, attachments } }: { part: Extract<Part, { type: 'steer' }> }) {
  return (
    <div role="group" aria-label="You, meanwhile" className="my-1">
      <UserMessage message={{ parts: [{ type: 'text', text }], parent_id: null, files, attachments }} />
    </div>
  );
}

/** A pulsing dot until the next part arrives. */
function Thinking() {
  return (
    <div role="status" aria-label="Answering" className="flex h-6 items-center">
      <span className="size-2 animate-pulse-soft rounded-full bg-accent" />
    </div>
  );
}

function lastShowsWork(parts: readonly Part[]): boolean {
  const last = parts.at(-1);
  return last?.type === 'tool' ? last.result === undefined : last?.type === 'text';
}

function ReasoningBlock({ text, growing }: { text: string; growing: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <div>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="-mx-2 flex h-8 items-center gap-2 rounded-md px-2 text-sm text-text-2 hover:bg-surface-2"
      >
        <Brain aria-hidden className="size-4 text-text-3" />
        <span className={growing ? 'animate-pulse-soft' : undefined}>{growing ? 'Thinking' : 'Thought'}</span>
        <ChevronRight aria-hidden className={cn('size-3.5 text-text-3 transition-transform', open && 'rotate-90')} />
      </button>
      {open ? (
        <div className="border-l-2 border-line-1 pl-3 text-sm break-words whitespace-pre-wrap text-text-2">{text}</div>
      ) : null}
    </div>
  );
}

function CopyButton({ text }: { text: string }) {
  const { copied, copy } = useCopied();
  return (
    <IconButton size="sm" label={copied ? 'Copied' : 'Copy answer'} onClick={() => copy(text)}>
      {copied ? <Check className="size-3.5! text-good" /> : <Copy className="size-3.5!" />}
    </IconButton>
  );
}
