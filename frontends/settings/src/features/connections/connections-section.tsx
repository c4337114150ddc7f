import { MessageSquare } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from '@zo/web/router';
import { Button, SkeletonRows, toast } from '@zo/web/ui';
import { useAppsQuery, type ConnectedApp } from '../../api/connections.endpoints';
import { AppCard } from './app-card';
import { ClientDialog } from './client-form';
import { CHATS, CONNECTIONS } from './messages';

const OUTCOMES = Object.keys(CONNECTIONS.outcomes) as (keyof typeof CONNECTIONS.outcomes)[];

/** Says how a consent ended, once: the app has sent the browser back to this address. */
function useOutcome(apps: readonly ConnectedApp[] | undefined): void {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const query = new URLSearchParams(search);
    const outcome = OUTCOMES.find((one) => one === query.get('outcome'));
    if (!outcome || !apps) return;
    const name = apps.find(({ app_slug }) => app_slug === query.get('app'))?.display_name;
    for (const field of ['outcome', 'app']) query.delete(field);
    navigate(`${pathname}${query.size > 0 ? `?${query.toString()}` : ''}${hash}`, { replace: true });
    if (outcome === 'expired' || !name) toast.error(CONNECTIONS.outcomes.expired);
    else if (outcome === 'connected') toast.success(CONNECTIONS.outcomes.connected(name));
    else toast.error(CONNECTIONS.outcomes[outcome](name));
  }, [apps, pathname, search, hash, navigate]);
}

/** The apps that Zo may reach. */
export function ConnectionsSection({ isOwner }: { isOwner: boolean }) {
  const { data: apps, isError, refetch } = useAppsQuery();
  const [settingUp, setSettingUp] = useState<string>();
  useOutcome(apps);
  const connected = apps?.filter((app) => app.connected).length ?? 0;
  return (
    <div className="mx-auto w-full max-w-[58rem] px-6 pt-10 pb-20 max-md:px-4 max-md:pt-5">
      <h1 className="text-2xl font-semibold max-md:sr-only">{CONNECTIONS.title}</h1>
      <p className="mt-1 text-base text-text-2">{CONNECTIONS.lead}</p>
      <section className="mt-8" aria-label={CHATS.title}>
        <h2 className="mb-2 flex min-h-7 items-center text-sm font-medium tracking-normal text-text-2">
          {CHATS.title}
        </h2>
        <div className="flex flex-wrap items-center gap-3 rounded-xl border border-line-1 px-3.5 py-3">
          <span
            aria-hidden
            className="flex size-8 shrink-0 items-center justify-center rounded-lg bg-surface-2 [&_svg]:size-4"
          >
            <MessageSquare />
          </span>
          <div className="min-w-48 flex-1">
            <div className="text-base font-medium">{CHATS.from}</div>
            <p className="text-sm text-text-2">{CHATS.how}</p>
          </div>
          <Button asChild>
            <Link to="/f/w">{CHATS.open}</Link>
          </Button>
        </div>
      </section>
      {/* The page is as wide as what the panels leave. */}
      <section className="@container mt-8">
        <div className="mb-2 flex min-h-7 items-center justify-between text-sm text-text-2">
          <h2 className="text-sm font-medium tracking-normal">{CONNECTIONS.apps}</h2>
          {apps ? <span className="text-xs">{CONNECTIONS.connected(connected, apps.length)}</span> : null}
        </div>
        {apps ? (
          <div className="overflow-hidden rounded-xl border border-line-1">
            <ul
              aria-label={CONNECTIONS.apps}
              className="-mr-px -mb-px grid grid-cols-1 @lg:grid-cols-2 @3xl:grid-cols-3"
            >
              {apps.map((app) => (
                <AppCard key={app.app_slug} app={app} isOwner={isOwner} onSetUp={() => setSettingUp(app.app_slug)} />
              ))}
            </ul>
          </div>
        ) : isError ? (
          <div className="flex items-center gap-4 rounded-xl border border-line-1 px-4 py-3">
            <span className="flex-1 text-base">{CONNECTIONS.failed}</span>
            <Button onClick={() => void refetch()}>{CONNECTIONS.again}</Button>
          </div>
        ) : (
          <SkeletonRows rows={6} label="Loading apps" />
        )}
      </section>
      {settingUp ? <ClientDialog slug={settingUp} onClose={() => setSettingUp(undefined)} /> : null}
    </div>
  );
}
