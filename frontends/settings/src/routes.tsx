import { ChevronLeft, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from '@zo/web/router';
import { useMeQuery, type Me } from '@zo/web/store';
import { Button, EmptyState, loadable, usePhone } from '@zo/web/ui';
import { AccountSection } from './features/account/account-section';
import { AiSection } from './features/ai/ai-section';
import { AppearanceSection } from './features/appearance/appearance-section';
import { BrowserSection } from './features/browser/browser-section';
import { ChannelsSection } from './features/channels/channels-section';
import { ComputerSection } from './features/computer/computer-section';
import { ConnectionsSection } from './features/connections/connections-section';
import { FilesSection } from './features/files/files-section';
import { MachinesSection } from './features/machines/machines-section';
import { NotificationsSection } from './features/notifications/notifications-section';
import { OutboxSection } from './features/outbox/outbox-section';
import { PeopleSection } from './features/people/people-section';
import { ProgramsSection } from './features/programs/programs-section';
import { sectionOf } from './frame/sections';
import { SettingsNav, useSections } from './frame/settings-nav';

export { SettingsNav };

/** A page of its own, without the frame of the settings. */
export const ConsentPage = loadable(() => import('./features/programs/consent-page').then((module) => module.default));

function sectionPage(id: string | undefined, me: Me): ReactNode {
  switch (id) {
    case 'account':
      return <AccountSection me={me} />;
    case 'your-ai':
      return <AiSection />;
    case 'connections':
      return <ConnectionsSection isOwner={me.is_owner} />;
    case 'appearance':
      return <AppearanceSection theme={me.settings.theme} />;
    case 'notifications':
      return <NotificationsSection />;
    case 'channels':
      return <ChannelsSection isOwner={me.is_owner} />;
    case 'outbox':
      return <OutboxSection />;
    case 'files':
      return <FilesSection settings={me.settings} />;
    case 'people':
      return <PeopleSection />;
    case 'programs':
      return <ProgramsSection />;
    case 'browser':
      return <BrowserSection />;
    case 'computer':
      return <ComputerSection />;
    case 'machines':
      return <MachinesSection />;
    default:
      return <NoSection />;
  }
}

/** An address that names no section, or one that this user may not see. */
function NoSection() {
  const { search } = useLocation();
  return (
    <EmptyState
      icon={<SearchX />}
      title="There is no such page in the settings"
      action={
        <Button asChild>
          <Link to={`/settings${search}`}>Open the settings</Link>
        </Button>
      }
    >
      The address may be mistyped, or the page is not for your account.
    </EmptyState>
  );
}

/** AP-02: /settings, /settings/<section>, /settings#<section>. A phone shows the list first. */
export default function SettingsView() {
  const { pathname, hash, search } = useLocation();
  const { data: me } = useMeQuery();
  const phone = usePhone();
  const named = sectionOf(pathname, hash);
  const section = useSections().find(({ id }) => id === (named ?? 'account'));
  if (!me) return null;
  if (phone && !named)
    return (
      <div className="h-full bg-surface-1">
        <SettingsNav />
      </div>
    );
  return (
    <div className="flex h-full flex-col">
      {phone ? (
        <Link
          to={`/settings${search}`}
          className="flex h-12 shrink-0 items-center gap-2 border-b border-line-1 px-3 text-base font-semibold"
        >
          <ChevronLeft className="size-5" />
          {section?.label ?? 'Settings'}
        </Link>
      ) : null}
      <div key={named} className="min-h-0 flex-1 overflow-y-auto [scrollbar-gutter:stable_both-edges]">
        {sectionPage(section?.id, me)}
      </div>
    </div>
  );
}
