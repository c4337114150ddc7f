import { useEffect, useRef, useState } from 'react';
import { Navigate, useLocation, useNavigate } from '@zo/web/router';
import { useIdle, useMeQuery } from '@zo/web/store';
import { startLive } from '@zo/web/live';
import { Button, EmptyState, Toaster, TooltipProvider, useMedia } from '@zo/web/ui';
import { Workspace } from '../layout/workspace';
import { startAnswerNotices } from './answer-notices';
import { storeForOffline } from './offline';
import { claimBrowser, leaveToOthers } from './user';

/** When the code of toasts is loaded at the latest. */
const TOASTS_MS = 1_500;
/** How often a server that cannot be reached is asked again. */
const RETRY_MS = 3_000;

/** AU-01: the part for signed-in users; visitors are sent to sign in and return here. */
export default function SignedIn() {
  const { data: me, error, refetch } = useMeQuery();
  const location = useLocation();
  const isIdle = useIdle(TOASTS_MS);
  const dark = useMedia('(prefers-color-scheme: dark)');
  const user = me?.claims.id;
  const [entered, setEntered] = useState<string>();

  useEffect(() => {
    if (user) void claimBrowser(user).then((same) => same && setEntered(user));
  }, [user]);
  useEffect(() => (entered && entered === user ? startLive() : undefined), [entered, user]);

  const isAway = error !== undefined;
  useEffect(() => {
    if (!isAway) return;
    // The browser tells of a network that is back, sometimes before it can be used, and never of a server.
    const timer = setInterval(() => void refetch(), RETRY_MS);
    return () => clearInterval(timer);
  }, [isAway, refetch]);

  const navigate = useNavigate();
  const openChat = useRef<(id: string) => void>(undefined);
  openChat.current = (id) => void navigate({ pathname: location.pathname, search: `?chat=${id}` });
  useEffect(
    () => (entered && entered === user ? startAnswerNotices((id) => openChat.current?.(id)) : undefined),
    [entered, user],
  );

  useEffect(() => {
    if (!entered) return;
    storeForOffline();
    return leaveToOthers();
  }, [entered]);

  if (me && entered === user) {
    return (
      <TooltipProvider>
        <Workspace me={me} />
        <Toaster mode={dark ? 'dark' : 'light'} isIdle={isIdle} />
      </TooltipProvider>
    );
  }
  if (me === null)
    return <Navigate to={`/login?next=${encodeURIComponent(location.pathname + location.search)}`} replace />;
  if (error) {
    return (
      <EmptyState
        tone="bad"
        title="The server cannot be reached"
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      >
        Your files are where they were. {'detail' in error ? error.detail : null}
      </EmptyState>
    );
  }
  return null;
}
