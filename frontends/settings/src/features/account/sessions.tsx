import { formatDate } from '@zo/web/format';
import { toProblem, useEndSessionMutation, useSessionsQuery } from '@zo/web/store';
import { Button, toast } from '@zo/web/ui';
import { FailedRead } from '../../frame/failed-read';
import { Row, Rows, Tag } from '../../frame/rows';
import { deviceName } from '../../frame/device-name';

/** The list of the user's sessions. */
export function Sessions() {
  const { data, isError, isFetching, refetch } = useSessionsQuery();
  const now = Date.now();
  if (!data && !isError) return null;
  return (
    <Rows title="Devices">
      {data ? null : <FailedRead label="Your devices could not be read" busy={isFetching} onAgain={refetch} />}
      {data?.sessions.map(({ id, user_agent, last_seen_at, created_at, current }) => (
        <Row
          key={id}
          label={deviceName(user_agent)}
          hint={`Signed in ${formatDate(Date.parse(created_at), now)}, seen ${formatDate(Date.parse(last_seen_at), now)}`}
        >
          {current ? <Tag tone="good">This device</Tag> : <SignOut id={id} />}
        </Row>
      ))}
    </Rows>
  );
}

function SignOut({ id }: { id: string }) {
  const [end, { isLoading, isSuccess }] = useEndSessionMutation();
  const signOut = () =>
    void end(id)
      .unwrap()
      .then(
        () => toast.success('Signed out there'),
        (error: unknown) => toast.error('Still signed in there', { description: toProblem(error).detail }),
      );
  // Until the list is read again.
  return (
    <Button busy={isLoading || isSuccess} onClick={signOut}>
      Sign out
    </Button>
  );
}
