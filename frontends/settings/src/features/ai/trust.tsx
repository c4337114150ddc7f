import { useState } from 'react';
import { formatDate } from '@zo/web/format';
import { toProblem } from '@zo/web/store';
import { Button, Input, toast } from '@zo/web/ui';
import {
  useGrantedHostsQuery,
  useGrantHostMutation,
  useRevokeHostMutation,
  type GrantedHost,
} from '../../api/granted-hosts.endpoints';
import { Row, Rows } from '../../frame/rows';
import { TRUST } from './messages';
import { TrustModes } from './trust-modes';

function HostRow({ granted: { id, host, granted_at } }: { granted: GrantedHost }) {
  const [revoke, { isLoading }] = useRevokeHostMutation();
  const take = () =>
    void revoke(id)
      .unwrap()
      .then(
        () => toast.success(TRUST.revoked(host)),
        (error: unknown) => toast.error(TRUST.notRevoked, { description: toProblem(error).detail }),
      );
  return (
    <Row label={host} hint={TRUST.allowed(formatDate(Date.parse(granted_at), Date.now()))}>
      <Button busy={isLoading} aria-label={TRUST.revokeHost(host)} onClick={take}>
        {TRUST.revoke}
      </Button>
    </Row>
  );
}

function AddHost() {
  const [grant, { isLoading }] = useGrantHostMutation();
  const [host, setHost] = useState('');
  const add = () =>
    void grant({ host })
      .unwrap()
      .then(
        () => setHost(''),
        (error: unknown) => toast.error(TRUST.notGranted, { description: toProblem(error).detail }),
      );
  return (
    <Row label={TRUST.another} hint={TRUST.anotherHint}>
      <form
        className="flex gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <Input
          aria-label={TRUST.another}
          placeholder="packages.example.com"
          autoCapitalize="none"
          spellCheck={false}
          value={host}
          onChange={(event) => setHost(event.target.value)}
        />
        <Button type="submit" size="md" busy={isLoading} disabled={host.trim() === ''}>
          {TRUST.allow}
        </Button>
      </form>
    </Row>
  );
}

/** What the assistant may do unasked, in words, and the hosts that it may reach in every chat. */
export function Trust() {
  const { data: hosts, isError, refetch } = useGrantedHostsQuery();
  return (
    <>
      <Rows title={TRUST.title}>
        {TRUST.rules.map(({ label, hint }) => (
          <Row key={label} label={label} hint={hint} />
        ))}
      </Rows>
      <TrustModes />
      <Rows title={TRUST.hosts}>
        {isError ? (
          <Row label={TRUST.failed}>
            <Button onClick={() => void refetch()}>{TRUST.again}</Button>
          </Row>
        ) : null}
        {hosts?.map((granted) => (
          <HostRow key={granted.id} granted={granted} />
        ))}
        <AddHost />
      </Rows>
    </>
  );
}
