import { visible } from '@zo/proto/hidden-text';
import { MessageCircleQuestion } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { toProblem } from '@zo/web/store';
import { Button, cn, Input, toast } from '@zo/web/ui';
import { useDecideMutation } from '../../../api/runs.endpoints';
import type { ToolPart } from '../../../api/types';
import { TEXT } from '../../../messages';
import { WaitsUntil } from './waits-until';

export const isQuestion = ({ tool, state }: Pick<ToolPart, 'tool' | 'state'>): boolean =>
  tool === 'ask_user' && state === 'approval';

/** A question of the assistant in words: answers to choose from, and a line for another one. */
export function QuestionCard({ part, runId }: { part: ToolPart; runId: string }) {
  const [decide, { isLoading }] = useDecideMutation();
  const [reply, setReply] = useState('');
  const { approval, args } = part;
  if (!approval) return null;
  const { options = [] } = args as { options?: string[] };
  const answer = (given: { decision: 'approve'; reply: string } | { decision: 'deny' }) => {
    decide({ runId, approvalId: approval.id, ...given })
      .unwrap()
      .catch((failure: unknown) => toast.error(toProblem(failure).detail));
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (reply.trim()) answer({ decision: 'approve', reply });
  };
  return (
    <div
      role="group"
      aria-label={TEXT.question}
      className="my-1 rounded-lg border border-line-2 bg-surface-1 p-3 shadow-sm"
    >
      <h3 className="flex items-start gap-2 text-sm font-semibold">
        <MessageCircleQuestion aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
        <span className="min-w-0 break-words whitespace-pre-wrap">{visible(approval.reason)}</span>
      </h3>
      {options.length > 0 ? (
        <div className="mt-2.5 flex flex-wrap gap-2">
          {options.map((option) => (
            <Button
              key={option}
              busy={isLoading}
              className={cn(
                'h-auto! min-h-8 max-w-full shrink! py-1 text-left wrap-anywhere whitespace-normal!',
                'pointer-coarse:min-h-11',
              )}
              onClick={() => answer({ decision: 'approve', reply: option })}
            >
              {visible(option)}
            </Button>
          ))}
        </div>
      ) : null}
      <form onSubmit={send} className="mt-2.5 flex flex-wrap items-center gap-2">
        <Input
          aria-label={TEXT.replyLabel}
          placeholder={options.length > 0 ? TEXT.replyOther : TEXT.replyLabel}
          value={reply}
          maxLength={10_000}
          onChange={(event) => setReply(event.target.value)}
          className="min-w-40 flex-1"
        />
        <Button type="submit" variant="primary" busy={isLoading} disabled={!reply.trim()}>
          {TEXT.reply}
        </Button>
        <Button type="button" variant="quiet" busy={isLoading} onClick={() => answer({ decision: 'deny' })}>
          {TEXT.skipQuestion}
        </Button>
      </form>
      <WaitsUntil until={approval.until} />
    </div>
  );
}
