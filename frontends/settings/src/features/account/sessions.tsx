import { formatDate } from '@zo/web/format';
import { toProblem, useEndSessionMutation, useSessionsQuery } from '@zo/web/store';
import { Button, toast } from '@zo/web/ui';
import { Row, Rows, Tag } from '../../frame/rows';
import { deviceName } from '../../frame/device-name';

/** The list of the user's sessions. */
export function Sessions() {
  const { data } = useSessionsQuery();
  const [end] = useEndSessionMutation();
  const now = Date.now();
  const signOut = (id: string) =>
    void end(id)
      .unwrap()
      .then(
        () => toast.success('Signed out there'),
        (error: unknown) => toast.error('Still signed in there', { description: toProblem(error).detail }),
      );
  if (!data) return null;
  return (
    <Rows title="Devices">
      {data.sessions.map(({ id, user_agent, last_seen_at, created_at, current }) => (
        <Row
          key={id}
          label={deviceName(user_agent)}
          hint={`Signed in ${formatDate(Date.parse(created_at), now)}, seen ${formatDate(Date.parse(last_seen_at), now)}`}
        >
          {current ? <Tag tone="good">This device</Tag> : <Button onClick={() => signOut(id)}>Sign out</Button>}
        </Row>
      ))}
    </Rows>
  );
}
