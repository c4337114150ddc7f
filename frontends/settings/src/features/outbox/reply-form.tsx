import { ChevronDown, CornerUpLeft } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { toProblem } from '@zo/web/store';
import { Button, INPUT_LOOK, Menu, cn, toast } from '@zo/web/ui';
import { useReplyToLetterMutation, type Letter } from '../../api/channels.endpoints';
import { OUTBOX } from './messages';

/** Answers what is kept here, as the mail program of its recipient would. */
export function ReplyForm({ letter, onSent }: { letter: Letter; onSent: (id: string) => void }) {
  const [text, setText] = useState('');
  const [reply, { isLoading }] = useReplyToLetterMutation();
  const send = (as: 'sender' | 'stranger' | 'forger') =>
    void reply({ id: letter.id, text, as })
      .unwrap()
      .then(
        ({ id }) => (setText(''), onSent(id)),
        (error: unknown) => toast.error(OUTBOX.notDone, { description: toProblem(error).detail }),
      );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send('sender');
  };
  const isEmpty = text.trim() === '';
  return (
    <form onSubmit={submit} className="m-4 rounded-xl border border-line-2 bg-surface-1">
      <div
        className={cn(
          'flex flex-wrap items-center gap-x-2 border-b border-line-1 px-3 py-2 text-sm text-text-2',
          '[&_svg]:size-4',
        )}
      >
        <CornerUpLeft aria-hidden />
        <span className="min-w-0 flex-1 truncate">{OUTBOX.replyAs(letter.peer)}</span>
        <span className="text-xs max-md:hidden">{OUTBOX.replyHint}</span>
      </div>
      <textarea
        aria-label={OUTBOX.replyLabel}
        value={text}
        onChange={(event) => setText(event.target.value)}
        rows={3}
        className={cn(INPUT_LOOK, 'h-auto resize-y border-0 bg-transparent py-2')}
      />
      <div className="flex flex-wrap items-center justify-between gap-2 px-3 pb-3">
        <Menu
          label={OUTBOX.others}
          entries={(['stranger', 'forger'] as const).map((as) => ({
            label: OUTBOX.otherCases[as],
            disabled: isEmpty,
            onSelect: () => send(as),
          }))}
        >
          <Button variant="quiet" disabled={isEmpty}>
            {OUTBOX.others}
            <ChevronDown />
          </Button>
        </Menu>
        <Button size="md" type="submit" variant="primary" busy={isLoading} disabled={isEmpty}>
          {OUTBOX.replyAs(letter.peer.split('@')[0]!)}
        </Button>
      </div>
    </form>
  );
}
