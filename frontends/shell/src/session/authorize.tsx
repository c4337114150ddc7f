import { Navigate, useLocation } from '@zo/web/router';
import { toProblem, useMeQuery } from '@zo/web/store';
import { Button, EmptyState } from '@zo/web/ui';
import { usePageTitle } from '../layout/page-title';
import { ConsentPage, RemotePart } from '../remotes';
import { AuthFrame } from './auth-page';

/** /oauth/authorize: where programs send their users to be allowed something. Visitors sign in first. */
export default function Authorize() {
  usePageTitle('Connect a program');
  const { data: me, error, refetch } = useMeQuery();
  const { pathname, search } = useLocation();
  if (me === null) return <Navigate to={`/login?next=${encodeURIComponent(pathname + search)}`} replace />;
  if (me)
    return (
      <AuthFrame>
        <RemotePart what="This page">
          <ConsentPage query={search} email={me.claims.email} />
        </RemotePart>
      </AuthFrame>
    );
  if (!error) return null;
  return (
    <EmptyState
      tone="bad"
      title="The server cannot be reached"
      action={<Button onClick={() => void refetch()}>Try again</Button>}
    >
      {toProblem(error).detail}
    </EmptyState>
  );
}
