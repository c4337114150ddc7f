import { Copy } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { Link } from '@zo/web/router';
import { toProblem } from '@zo/web/store';
import { Button, IconButton, Input, toast, writeClipboard } from '@zo/web/ui';
import {
  useAddSenderMutation,
  useChannelsQuery,
  useRemoveSenderMutation,
  type Overview,
} from '../../api/channels.endpoints';
import { Row, Rows, SectionPage } from '../../frame/rows';
import { MailServerRows } from './mail-server';
import { TelegramRows } from './telegram';
import { PhoneRows } from './phone';
import { CHANNELS } from './messages';

const failed = (error: unknown) => void toast.error(CHANNELS.notDone, { description: toProblem(error).detail });

function Senders({ overview: { mail, senders } }: { overview: Overview }) {
  const [address, setAddress] = useState('');
  const [add, { isLoading }] = useAddSenderMutation();
  const [remove] = useRemoveSenderMutation();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void add(address.trim())
      .unwrap()
      .then(() => setAddress(''), failed);
  };
  return (
    <Rows title={CHANNELS.senders}>
      <Row label={mail.account} hint={`${CHANNELS.own}. ${CHANNELS.ownHint}`} />
      {senders.map((sender) => (
        <Row key={sender.id} label={sender.address} hint={CHANNELS.always}>
          <Button
            aria-label={CHANNELS.removeOf(sender.address)}
            onClick={() => void remove(sender.id).unwrap().catch(failed)}
          >
            {CHANNELS.remove}
          </Button>
        </Row>
      ))}
      <form onSubmit={submit} className="flex flex-wrap items-center gap-2 px-4 py-3">
        <Input
          aria-label={CHANNELS.newSender}
          type="email"
          required
          placeholder={CHANNELS.placeholder}
          value={address}
          onChange={(event) => setAddress(event.target.value)}
          className="min-w-48 flex-1"
        />
        <Button type="submit" size="md" busy={isLoading}>
          {CHANNELS.add}
        </Button>
      </form>
    </Rows>
  );
}

/** CM-01: the addresses of the user, and whose messages are let in. */
export function ChannelsSection({ isOwner }: { isOwner: boolean }) {
  const { data: overview, error, refetch } = useChannelsQuery();
  const copy = (text: string) =>
    void writeClipboard(text).then(
      () => toast.success(CHANNELS.copied),
      () => toast.error(CHANNELS.notDone),
    );
  return (
    <SectionPage title={CHANNELS.title} lead={CHANNELS.lead}>
      {error ? (
        <Rows>
          <Row label={CHANNELS.failed} hint={toProblem(error).detail}>
            <Button onClick={() => void refetch()}>{CHANNELS.again}</Button>
          </Row>
        </Rows>
      ) : null}
      {overview ? (
        <>
          <Rows title={CHANNELS.addresses}>
            <Row
              label={CHANNELS.mail}
              hint={
                <>
                  <code className="block font-mono text-xs break-all">{overview.mail.address}</code>
                  {CHANNELS.mailHint}
                </>
              }
            >
              <IconButton label={CHANNELS.copy} onClick={() => copy(overview.mail.address)}>
                <Copy />
              </IconButton>
            </Row>
            <Row
              label={CHANNELS.outbox}
              hint={overview.mail.sends ? CHANNELS.outboxHint.sent : CHANNELS.outboxHint.kept}
            >
              <Button asChild size="md">
                <Link to="/settings/outbox">{CHANNELS.openOutbox}</Link>
              </Button>
            </Row>
          </Rows>
          <Senders overview={overview} />
          <PhoneRows phone={overview.phone} />
          <TelegramRows telegram={overview.telegram} isOwner={isOwner} />
          {isOwner ? <MailServerRows server={overview.server} /> : null}
        </>
      ) : null}
    </SectionPage>
  );
}
