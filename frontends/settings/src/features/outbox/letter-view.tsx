import { ChevronLeft, Download, FileText, MessageCircle, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { formatDate } from '@zo/web/format';
import { Link } from '@zo/web/router';
import { toProblem } from '@zo/web/store';
import { Button, ConfirmDialog, IconButton, TabRow, toast } from '@zo/web/ui';
import {
  useLetInMutation,
  useLetterQuery,
  useRemoveLetterMutation,
  useSendLetterMutation,
  type Letter,
  type LetterDetail,
} from '../../api/channels.endpoints';
import { MailBody } from './mail-body';
import { StateWords } from './letter-row';
import { OUTBOX } from './messages';
import { ReplyForm } from './reply-form';

const failed = (error: unknown) => void toast.error(OUTBOX.notDone, { description: toProblem(error).detail });

/** What its user decides about a message that waits. */
function Question({ letter }: { letter: Letter }) {
  const [letIn, { isLoading: isLettingIn }] = useLetInMutation();
  const [send, { isLoading: isSending }] = useSendLetterMutation();
  if (letter.state !== 'held') return null;
  const decide = (always: boolean) => () => void letIn({ id: letter.id, always }).unwrap().catch(failed);
  return (
    <div className="mt-4 rounded-xl bg-warn-soft px-4 py-3">
      <p className="text-sm text-warn">{letter.why}</p>
      <p className="mt-1 text-sm text-text-2">{letter.direction === 'in' ? OUTBOX.letInHint : OUTBOX.sendHint}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        {letter.direction === 'in' ? (
          <>
            <Button size="md" busy={isLettingIn} onClick={decide(false)}>
              {OUTBOX.letIn}
            </Button>
            <Button size="md" busy={isLettingIn} onClick={decide(true)}>
              {OUTBOX.letInAlways}
            </Button>
          </>
        ) : (
          <Button size="md" busy={isSending} onClick={() => void send(letter.id).unwrap().catch(failed)}>
            {OUTBOX.send}
          </Button>
        )}
      </div>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-3 text-sm">
      <dt className="w-14 shrink-0 text-text-2">{name}</dt>
      <dd className="min-w-0 flex-1 break-words">{children}</dd>
    </div>
  );
}

const PRE = 'mt-4 font-mono text-xs break-words whitespace-pre-wrap';

function AsRead({ letter }: { letter: LetterDetail }) {
  const { direction, peer, subject, body, html, files, why, state, created_at } = letter;
  return (
    <article>
      <h2 className="text-lg font-semibold break-words">{subject || OUTBOX.noSubject}</h2>
      <dl className="mt-2 flex flex-col gap-1">
        <Fact name={direction === 'in' ? 'From' : 'To'}>{peer}</Fact>
        <Fact name="When">{formatDate(Date.parse(created_at), Date.now())}</Fact>
        <Fact name="State">
          <StateWords letter={letter} />
          {why && state !== 'held' ? <span className="text-text-2">{why}</span> : null}
        </Fact>
        {files.length > 0 ? (
          <Fact name={OUTBOX.files}>
            {files.map((file) => (
              <span key={file} className="flex items-center gap-1.5 break-all [&_svg]:size-3.5 [&_svg]:shrink-0">
                <FileText aria-hidden />
                {file.replace(/^w\//, '')}
              </span>
            ))}
          </Fact>
        ) : null}
      </dl>
      <Question letter={letter} />
      {html === null ? (
        // Shown as text: what strangers write must not load anything.
        <div className="mt-4 border-t border-line-1 pt-4 text-base break-words whitespace-pre-wrap">{body}</div>
      ) : (
        <MailBody html={html} />
      )}
    </article>
  );
}

type View = 'read' | 'headers' | 'raw';

/** One message: as it reads, its headers, and its bytes. */
export function LetterView({ id, onOpen, onClose }: { id: string; onOpen: (id: string) => void; onClose: () => void }) {
  const { data: letter, error } = useLetterQuery(id);
  const [remove, { isLoading }] = useRemoveLetterMutation();
  const [view, setView] = useState<View>('read');
  const [asking, setAsking] = useState(false);
  if (!letter) return error ? <p className="p-4 text-sm text-bad">{toProblem(error).detail}</p> : null;
  const tabs = [
    { value: 'read' as const, label: OUTBOX.read },
    ...(letter.channel === 'email'
      ? [
          { value: 'headers' as const, label: OUTBOX.headers },
          { value: 'raw' as const, label: OUTBOX.raw },
        ]
      : []),
  ];
  return (
    <div className="flex h-full min-w-0 flex-1 flex-col">
      <div className="flex flex-wrap items-center gap-2 border-b border-line-1 px-4 py-2">
        <IconButton label={OUTBOX.back} onClick={onClose} className="@3xl:hidden">
          <ChevronLeft />
        </IconButton>
        <TabRow
          label={OUTBOX.views}
          value={view}
          onChange={setView}
          tabs={tabs}
          className="min-w-fit flex-1 whitespace-nowrap"
        />
        {letter.conversation_id ? (
          <Button asChild size="md">
            <Link to={`/settings/outbox?chat=${letter.conversation_id}&chat_view=sidebar`}>
              <MessageCircle />
              {OUTBOX.openChat}
            </Link>
          </Button>
        ) : null}
        <IconButton label={OUTBOX.remove} onClick={() => setAsking(true)}>
          <Trash2 />
        </IconButton>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-4 py-4 @3xl:px-6">
        {view === 'read' ? <AsRead letter={letter} /> : null}
        {view === 'headers' ? <pre className={PRE}>{letter.headers ?? OUTBOX.noBytes}</pre> : null}
        {view === 'raw' && letter.headers === null ? <p className="text-sm">{OUTBOX.noBytes}</p> : null}
        {view === 'raw' && letter.headers !== null ? (
          <div className="flex flex-col items-start gap-3">
            <p className="text-sm text-text-2">{OUTBOX.rawHint}</p>
            <Button asChild size="md">
              <a href={`/api/outbox/${letter.id}/raw`} download="message.eml">
                <Download />
                {OUTBOX.download}
              </a>
            </Button>
          </div>
        ) : null}
        {letter.replies.length > 0 ? (
          <ul className="mt-4 border-t border-line-1 pt-3 text-sm">
            {letter.replies.map((reply) => (
              <li key={reply.id}>
                <button type="button" onClick={() => onOpen(reply.id)} className="text-left text-link hover:underline">
                  {reply.direction === 'in' ? OUTBOX.from(reply.peer) : OUTBOX.to(reply.peer)}: {reply.preview}
                </button>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
      {letter.state === 'kept' && letter.channel === 'email' ? (
        <ReplyForm key={letter.id} letter={letter} onSent={onOpen} />
      ) : null}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={OUTBOX.removeTitle}
        description={OUTBOX.removeHint}
        action={OUTBOX.remove}
        busy={isLoading}
        onConfirm={() =>
          void remove(letter.id)
            .unwrap()
            .then(() => (setAsking(false), onClose()), failed)
        }
      />
    </div>
  );
}
