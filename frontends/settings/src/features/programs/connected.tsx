import { Copy } from 'lucide-react';
import { formatDate } from '@zo/web/format';
import { toProblem } from '@zo/web/store';
import { Button, IconButton, toast, writeClipboard } from '@zo/web/ui';
import {
  useConnectedProgramsQuery,
  useDisconnectProgramMutation,
  type ConnectedProgram,
} from '../../api/oauth.endpoints';
import { LetterAvatar, Row, Rows } from '../../frame/rows';
import { CONNECTED } from './oauth-messages';
import { inWords } from './scopes';

function ProgramRow({ program, now }: { program: ConnectedProgram; now: number }) {
  const [disconnect, { isLoading }] = useDisconnectProgramMutation();
  const { id, name, host, kind, scopes, audience, uses, last_used_at: lastUsed } = program;
  const end = () =>
    void disconnect(id)
      .unwrap()
      .then(
        () => toast.success(CONNECTED.disconnected(name)),
        (error: unknown) => toast.error(CONNECTED.notDisconnected, { description: toProblem(error).detail }),
      );
  const use = lastUsed ? CONNECTED.used(formatDate(Date.parse(lastUsed), now), uses) : CONNECTED.neverUsed;
  return (
    <Row
      icon={<LetterAvatar text={name} />}
      label={name}
      hint={
        <>
          <span className="block break-all">{CONNECTED.host(kind, host)}</span>
          <span className="block">{inWords(scopes)}</span>
          <span className="block">
            {CONNECTED.audience[audience]}, {use}
          </span>
        </>
      }
    >
      <Button busy={isLoading} aria-label={CONNECTED.disconnectOf(name)} onClick={end}>
        {CONNECTED.disconnect}
      </Button>
    </Row>
  );
}

function CopyAddress({ address }: { address: string }) {
  const copy = () =>
    void writeClipboard(address).then(
      () => toast.success(CONNECTED.copied),
      () => toast.error(CONNECTED.notCopied),
    );
  return (
    <IconButton label={CONNECTED.copy} onClick={copy}>
      <Copy />
    </IconButton>
  );
}

/** The programs that signed in by OAuth. */
export function ConnectedPrograms() {
  const { data: programs, isError, refetch } = useConnectedProgramsQuery();
  const address = new URL('/api/mcp', window.location.href).href;
  if (!programs && !isError) return null;
  return (
    <Rows title={CONNECTED.title} aside={programs?.length ? <CopyAddress address={address} /> : undefined}>
      {programs ? null : (
        <Row label={CONNECTED.failed}>
          <Button onClick={() => void refetch()}>{CONNECTED.again}</Button>
        </Row>
      )}
      {programs?.length === 0 ? (
        <Row label={CONNECTED.none} hint={CONNECTED.noneHint(address)}>
          <CopyAddress address={address} />
        </Row>
      ) : null}
      {programs?.map((program) => (
        <ProgramRow key={program.id} program={program} now={Date.now()} />
      ))}
    </Rows>
  );
}
