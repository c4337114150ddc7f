import { CornerDownLeft, LoaderCircle, Paperclip, Pencil, X } from 'lucide-react';
import { toProblem } from '@zo/web/store';
import { IconButton, toast } from '@zo/web/ui';
import { useRemoveQueuedMutation, useSendQueuedMutation } from '../../../api/branches.endpoints';
import type { QueuedMessage } from '../../../api/types';
import { TEXT } from '../../../messages';

interface QueueProps {
  chatId: string;
  running: boolean;
  queued: readonly QueuedMessage[];
  /** The message is taken from the queue and goes back to the composer. */
  onEdit: (message: QueuedMessage) => void;
}

/** CH-03: messages that wait for the answer being written, as a tab on top of the composer. */
export function Queue({ chatId, running, queued, onEdit }: QueueProps) {
  if (queued.length === 0) return null;
  return (
    <ul
      aria-label={TEXT.queueTitle}
      className="mx-3 max-h-40 overflow-y-auto rounded-t-lg border border-b-0 border-line-2 bg-surface-2 py-1"
    >
      {queued.map((message) => (
        <Waiting key={message.id} {...{ chatId, running, message, onEdit }} />
      ))}
    </ul>
  );
}

function Waiting({
  chatId,
  running,
  message,
  onEdit,
}: Omit<QueueProps, 'queued'> & { readonly message: QueuedMessage }) {
  const [sendQueued, { isLoading: sending }] = useSendQueuedMutation();
  const [removeQueued, { isLoading: removing }] = useRemoveQueuedMutation();
  const { kind, text, files, attachments, chats = [] } = message;
  const key = { id: chatId, message: message.id };
  const busy = sending || removing;
  const report = (failure: unknown) => void toast.error(toProblem(failure).detail);
  const edit = () =>
    removeQueued(key)
      .unwrap()
      .then(() => onEdit(message), report);
  const carried = files.length + attachments.length + chats.length;
  const steers = kind === 'steer' && running;
  return (
    <li className="flex min-h-8 items-center gap-1 pr-1 pl-3 text-sm">
      {steers ? <LoaderCircle aria-hidden className="size-3.5 shrink-0 animate-spin text-text-3" /> : null}
      <span className="min-w-0 flex-1 truncate text-text-2" title={text}>
        {text || attachments[0]?.title || chats[0]?.title || files[0]?.path}
      </span>
      {carried > 0 ? (
        <span className="flex shrink-0 items-center gap-1 text-xs text-text-3">
          <Paperclip aria-hidden className="size-3" />
          {carried}
        </span>
      ) : null}
      {steers ? <span className="shrink-0 text-xs text-text-3">{TEXT.steers}</span> : null}
      {kind === 'after' && running ? <span className="shrink-0 text-xs text-text-3">{TEXT.after}</span> : null}
      {kind === 'held' && !running ? <span className="shrink-0 text-xs text-text-3">{TEXT.held}</span> : null}
      {steers || (running && chats.length > 0) ? null : (
        <IconButton
          size="sm"
          side="top"
          label={TEXT.sendNow}
          disabled={busy}
          onClick={() => void sendQueued(key).unwrap().catch(report)}
        >
          <CornerDownLeft className="size-3.5!" />
        </IconButton>
      )}
      <IconButton size="sm" side="top" label={TEXT.editQueued} disabled={busy} onClick={() => void edit()}>
        <Pencil className="size-3.5!" />
      </IconButton>
      <IconButton
        size="sm"
        side="top"
        label={TEXT.removeQueued}
        disabled={busy}
        onClick={() => void removeQueued(key).unwrap().catch(report)}
      >
        <X className="size-3.5!" />
      </IconButton>
    </li>
  );
}
