import { Copy } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { toProblem } from '@zo/web/store';
import { formatDate } from '@zo/web/format';
import { Button, IconButton, Input, TabRow, toast, writeClipboard } from '@zo/web/ui';
import {
  useInviteMutation,
  useSetSignUpModeMutation,
  useSignUpSettingsQuery,
  useWithdrawInvitationMutation,
  type Invitation,
} from '../../api/people.endpoints';
import { FailedRead } from '../../frame/failed-read';
import { PeopleLimits } from './people-limits';
import { LetterAvatar, Row, Rows, SectionPage, Tag } from '../../frame/rows';

const MODES = {
  closed: 'Nobody can create an account',
  invitation: 'Only people with an invitation can join',
  open: 'Anybody who reaches this server can join',
} as const;
const OPENED_LATER = 'While sign-up is closed these links let nobody in. Withdraw those that shall not work later.';
const failed = (what: string) => (error: unknown) => void toast.error(what, { description: toProblem(error).detail });
const linkOf = (code: string) => new URL(`/signup?invitation=${encodeURIComponent(code)}`, window.location.href).href;
const copy = (text: string) =>
  void writeClipboard(text).then(
    () => toast.success('Copied link'),
    () => toast.error('Failed to copy link'),
  );

function InviteForm() {
  const [email, setEmail] = useState('');
  const [invite, { isLoading }] = useInviteMutation();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void invite(email.trim() ? { email: email.trim() } : {})
      .unwrap()
      .then(({ code }) => (setEmail(''), copy(linkOf(code))), failed('No invitation was made'));
  };
  return (
    <form onSubmit={submit} className="flex flex-wrap items-center gap-2 px-4 py-3">
      <Input
        aria-label="E-mail of the guest"
        type="email"
        placeholder="E-mail (optional)"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        className="min-w-48 flex-1 bg-surface-1"
      />
      <Button type="submit" variant="primary" size="md" busy={isLoading}>
        Create invitation
      </Button>
    </form>
  );
}

function InvitationRow({ invitation, now }: { invitation: Invitation; now: number }) {
  const [withdraw, { isLoading, isSuccess }] = useWithdrawInvitationMutation();
  const expired = Date.parse(invitation.expires_at) < now;
  const left = Math.max(1, Math.ceil((Date.parse(invitation.expires_at) - now) / 86_400_000));
  const rest = invitation.used_by || expired ? '' : `, valid for ${left} more ${left === 1 ? 'day' : 'days'}`;
  return (
    <Row
      icon={<LetterAvatar text={invitation.email ?? '#'} />}
      label={invitation.email ?? 'Anyone with the link'}
      hint={`Created ${formatDate(Date.parse(invitation.created_at), now)}${rest}`}
    >
      {invitation.used_by ? (
        <Tag tone="good">Joined</Tag>
      ) : expired ? (
        <Tag tone="warn">Expired</Tag>
      ) : (
        <IconButton label="Copy link" onClick={() => copy(linkOf(invitation.code))}>
          <Copy />
        </IconButton>
      )}
      {invitation.used_by ? null : (
        <Button
          busy={isLoading || isSuccess}
          onClick={() => void withdraw(invitation.id).unwrap().catch(failed('Still valid'))}
        >
          {expired ? 'Remove' : 'Withdraw'}
        </Button>
      )}
    </Row>
  );
}

/** How others join this server; for the owner only. */
export function PeopleSection() {
  const { data, isError, isFetching, refetch } = useSignUpSettingsQuery();
  const [setMode] = useSetSignUpModeMutation();
  if (!data)
    return (
      <SectionPage title="People">
        {isError ? (
          <Rows>
            <FailedRead label="Who may join could not be read" busy={isFetching} onAgain={refetch} />
          </Rows>
        ) : null}
      </SectionPage>
    );
  return (
    <SectionPage
      title="People"
      lead="Everybody here has a computer and files of their own. Nobody sees those of others, the owner included."
    >
      <Rows>
        <Row label="Sign-up" hint={MODES[data.mode]}>
          <TabRow
            label="Sign-up"
            value={data.mode}
            onChange={(mode) =>
              void setMode(mode)
                .unwrap()
                .then(() => toast.success('Saved'), failed('Not saved'))
            }
            tabs={[
              { value: 'closed', label: 'Closed' },
              { value: 'invitation', label: 'Invitation' },
              { value: 'open', label: 'Open' },
            ]}
          />
        </Row>
      </Rows>
      {data.mode === 'closed' && data.invitations.length === 0 ? null : (
        <Rows title="Invitations">
          {data.invitations.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} now={Date.now()} />
          ))}
          {data.mode === 'closed' ? <Row label={OPENED_LATER} /> : <InviteForm />}
        </Rows>
      )}
      <PeopleLimits />
    </SectionPage>
  );
}
