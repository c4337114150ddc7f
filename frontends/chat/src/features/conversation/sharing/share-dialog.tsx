import { Check, Copy, Link2Off } from 'lucide-react';
import { useId, useState } from 'react';
import { toProblem } from '@zo/web/store';
import { Button, cn, Dialog, IconButton, Input, toast } from '@zo/web/ui';
import {
  useRevokeShareMutation,
  useShareChatMutation,
  useSharesQuery,
  type Share,
} from '../../../api/shares.endpoints';
import { TEXT } from '../../../messages';
import { useCopied } from '../markdown/use-copied';

const TEXTS = TEXT.sharing;
const dayOf = (date: string) => new Date(date).toLocaleDateString(undefined, { dateStyle: 'medium' });
const report = (failure: unknown) => void toast.error(toProblem(failure).detail);

/** Makes links to a chat, and revokes them. */
export function ShareDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: shares = [], isError, refetch } = useSharesQuery(id);
  const [shareChat, { data: made, isLoading, reset }] = useShareChatMutation();
  const [days, setDays] = useState('7');
  const select = useId();
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={TEXTS.title} description={TEXTS.lead}>
      <div className="flex flex-wrap items-center gap-2">
        <label htmlFor={select} className="text-sm">
          {TEXTS.lasts}
        </label>
        <select
          id={select}
          value={days}
          onChange={(event) => setDays(event.target.value)}
          className={cn(
            'h-8 rounded-md border border-line-2 bg-surface-1 px-2 text-sm',
            'focus-visible:border-focus pointer-coarse:h-11',
          )}
        >
          {Object.entries(TEXTS.days).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <Button
          variant="primary"
          busy={isLoading}
          onClick={() =>
            void shareChat({ id, days: Number(days) })
              .unwrap()
              .catch(report)
          }
        >
          {TEXTS.make}
        </Button>
      </div>
      {made ? <NewLink key={made.id} token={made.token} /> : null}
      {isError ? (
        <div role="alert" className="mt-5 flex items-center gap-2 text-sm">
          <span className="flex-1">{TEXTS.unread}</span>
          <Button onClick={() => void refetch()}>{TEXT.tryAgain}</Button>
        </div>
      ) : null}
      {shares.length > 0 ? (
        <section aria-label={TEXTS.links} className="mt-5">
          <h3 className="mb-1 text-xs font-medium text-text-2">{TEXTS.links}</h3>
          <ul className="divide-y divide-line-1">
            {shares.map((share) => (
              <ShareRow key={share.id} id={id} share={share} onRevoked={() => share.id === made?.id && reset()} />
            ))}
          </ul>
        </section>
      ) : null}
    </Dialog>
  );
}

function NewLink({ token }: { token: string }) {
  const link = `${window.location.origin}/share/${token}`;
  const { copied, copy } = useCopied();
  return (
    <div className="mt-3">
      <div className="flex items-center gap-1">
        <Input
          readOnly
          aria-label={TEXTS.link}
          value={link}
          onFocus={(event) => event.target.select()}
          className="min-w-0 flex-1"
        />
        <IconButton label={copied ? TEXTS.copied : TEXTS.copy} onClick={() => copy(link)}>
          {copied ? <Check className="text-good" /> : <Copy />}
        </IconButton>
      </div>
      <p className="mt-1 text-xs text-text-2">{TEXTS.once}</p>
    </div>
  );
}

function ShareRow({ id, share, onRevoked }: { id: string; share: Share; onRevoked: () => void }) {
  const [revoke, { isLoading }] = useRevokeShareMutation();
  const end = () =>
    revoke({ id, share: share.id })
      .unwrap()
      .then(() => (toast.success(TEXTS.revoked), onRevoked()), report);
  return (
    <li className="flex min-h-9 items-center gap-2 text-sm">
      <span className="min-w-0 flex-1 text-text-2">
        {TEXTS.until(dayOf(share.created_at), dayOf(share.expires_at))}
      </span>
      <Button variant="quiet" busy={isLoading} onClick={() => void end()}>
        <Link2Off />
        {TEXTS.revoke}
      </Button>
    </li>
  );
}
