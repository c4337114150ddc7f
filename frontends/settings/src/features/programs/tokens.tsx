import { Copy, Plus } from 'lucide-react';
import { useState } from 'react';
import { formatDate } from '@zo/web/format';
import { toProblem } from '@zo/web/store';
import { Button, ConfirmDialog, IconButton, toast, writeClipboard } from '@zo/web/ui';
import { useApiTokensQuery, useRevokeTokenMutation, type ApiToken } from '../../api/api-tokens.endpoints';
import { Row, Rows, Tag } from '../../frame/rows';
import { TOKENS } from './messages';
import { inWords } from './scopes';
import { TokenForm, type MadeToken } from './token-form';

function Copied({ label, value }: { label: string; value: string }) {
  const copy = () =>
    void writeClipboard(value).then(
      () => toast.success(TOKENS.copied),
      () => toast.error(TOKENS.notCopied),
    );
  return (
    <div className="flex items-center gap-2">
      <div className="min-w-0 flex-1">
        <div className="text-sm font-medium">{label}</div>
        <code className="block font-mono text-xs break-all text-text-2">{value}</code>
      </div>
      <IconButton label={`Copy ${label.toLowerCase()}`} onClick={copy}>
        <Copy />
      </IconButton>
    </div>
  );
}

/** The only time that a token is shown. */
function NewToken({ made: { name, secret }, onDone }: { made: MadeToken; onDone: () => void }) {
  const address = (path: string) => new URL(path, window.location.href).href;
  return (
    <div role="group" aria-label={TOKENS.made(name)} className="flex flex-col gap-3 rounded-xl bg-surface-2 px-4 py-4">
      <div>
        <div className="text-base font-medium break-words">{TOKENS.made(name)}</div>
        <p className="text-sm text-text-2">{TOKENS.once}</p>
      </div>
      <Copied label={TOKENS.secret} value={secret} />
      <Copied label={TOKENS.mcp} value={address('/api/mcp')} />
      <Copied label={TOKENS.api} value={address('/api/openapi.json')} />
      <div className="flex justify-end">
        <Button size="md" variant="primary" onClick={onDone}>
          {TOKENS.done}
        </Button>
      </div>
    </div>
  );
}

function TokenRow({ token, now }: { token: ApiToken; now: number }) {
  const [revoke, { isLoading }] = useRevokeTokenMutation();
  const [asking, setAsking] = useState(false);
  const take = () =>
    void revoke(token.id)
      .unwrap()
      .then(
        () => toast.success(TOKENS.revoked(token.name)),
        (error: unknown) => toast.error(TOKENS.notRevoked, { description: toProblem(error).detail }),
      );
  const when = (text: string) => formatDate(Date.parse(text), now);
  const use = token.last_used_at ? TOKENS.used(when(token.last_used_at), token.uses) : TOKENS.neverUsed;
  const daysLeft = Math.ceil((Date.parse(token.expires_at) - now) / 86_400_000);
  return (
    <Row
      label={token.name}
      hint={
        <>
          <span className="block">{inWords(token.scopes)}</span>
          <span className="block">
            <code className="font-mono text-xs">{token.prefix}…</code>, {TOKENS.validFor(daysLeft)}, {use}
          </span>
        </>
      }
    >
      {daysLeft <= 0 ? <Tag tone="warn">{TOKENS.expired}</Tag> : null}
      <Button busy={isLoading} aria-label={TOKENS.revokeOf(token.name)} onClick={() => setAsking(true)}>
        {TOKENS.revoke}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={TOKENS.revokeTitle(token.name)}
        description={TOKENS.revokeHint}
        action={TOKENS.revoke}
        busy={isLoading}
        onConfirm={() => (setAsking(false), take())}
      />
    </Row>
  );
}

/** The tokens of the user's programs. */
export function Tokens() {
  const { data: tokens, isError, refetch } = useApiTokensQuery();
  const [adding, setAdding] = useState(false);
  const [made, setMade] = useState<MadeToken>();
  if (!tokens && !isError) return null;
  const add = (
    <Button size="md" onClick={() => (setMade(undefined), setAdding(true))}>
      <Plus />
      {TOKENS.add}
    </Button>
  );
  const isEmpty = tokens?.length === 0 && !adding && !made;
  return (
    <Rows title={TOKENS.title} aside={tokens?.length && !adding ? add : undefined}>
      {tokens ? null : (
        <Row label={TOKENS.failed}>
          <Button onClick={() => void refetch()}>{TOKENS.again}</Button>
        </Row>
      )}
      {adding ? (
        <TokenForm onMade={(token) => (setAdding(false), setMade(token))} onCancel={() => setAdding(false)} />
      ) : null}
      {made ? <NewToken made={made} onDone={() => setMade(undefined)} /> : null}
      {isEmpty ? (
        <Row label={TOKENS.none} hint={TOKENS.noneHint}>
          {add}
        </Row>
      ) : null}
      {tokens?.map((token) => (
        <TokenRow key={token.id} token={token} now={Date.now()} />
      ))}
    </Rows>
  );
}
