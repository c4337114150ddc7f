import {
  CalendarClock,
  Folder,
  Globe,
  LogOut,
  MessageCircle,
  Search,
  Settings2,
  SquareTerminal,
  User,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation, useNavigate } from '@zo/web/router';
import { chatQuery, parseFileLocation } from '@zo/web/paths';
import {
  sidebarTabChosen,
  sidebarToggled,
  terminalToggled,
  useAppDispatch,
  useAppSelector,
  type Me,
} from '@zo/web/store';
import { IconButton, Menu, Tooltip, cn } from '@zo/web/ui';
import { initials } from './initials';
import { Logo } from './mark';

/** Photo or initials of a user. */
export function Avatar({ me, className = 'size-7' }: { me: Me; className?: string }) {
  return (
    <span
      aria-hidden
      className={cn(
        'flex items-center justify-center overflow-hidden rounded-full',
        'bg-accent-soft text-xs font-semibold text-accent-text select-none',
        className,
      )}
    >
      {me.profile.picture ? <img src={me.profile.picture} alt="" className="size-full object-cover" /> : initials(me)}
    </span>
  );
}

function RailButton({
  label,
  keys,
  active,
  onClick,
  children,
}: {
  label: string;
  keys?: string;
  active?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <IconButton
      label={label}
      keys={keys}
      side="right"
      size="lg"
      active={active}
      onClick={onClick}
      className="[&_svg]:size-[17px]"
    >
      {children}
    </IconButton>
  );
}

/** RT-03: the 3 rem bar with the main navigation. */
export function Rail({ me }: { me: Me }) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const { sidebarOpen, sidebarTab, terminalOpen } = useAppSelector((state) => state.ui);
  const location = parseFileLocation(pathname);
  const settings = pathname.startsWith('/settings');
  const isSearch = pathname.startsWith('/search');
  const isSchedule = pathname.startsWith('/schedule');
  const chats = !settings && !isSearch && !isSchedule && sidebarTab === 'chats';
  const files = !settings && location !== null && !chats && location.root !== 's';
  const query = chatQuery(search);

  const show = (tab: 'files' | 'chats') => {
    dispatch(sidebarTabChosen(tab));
    dispatch(sidebarToggled(true));
  };
  const openFiles = () => {
    // Pressing the active item collapses the tree, as in other editors.
    if (files && location?.root) return dispatch(sidebarToggled(!sidebarOpen));
    show('files');
    if (!location?.root || location.root === 's') navigate(`/f/w${query}`);
  };
  const openChats = () => {
    if (chats && sidebarOpen) return dispatch(sidebarToggled(false));
    show('chats');
    if (!location) navigate(`/f${query}`);
  };

  return (
    <nav
      aria-label="Places"
      data-region
      className="flex w-12 shrink-0 flex-col items-center gap-1 border-r border-line-1 bg-surface-0 py-2.5"
    >
      <Tooltip label="Home" side="right">
        <Link to="/f" onClick={() => dispatch(sidebarTabChosen('chats'))} aria-label="Home" className="mb-2 rounded-lg">
          <Logo />
        </Link>
      </Tooltip>
      <RailButton label="Files" keys="Mod+B" active={files} onClick={openFiles}>
        <Folder />
      </RailButton>
      <RailButton label="Search" keys="Mod+Shift+F" active={isSearch} onClick={() => navigate(`/search${query}`)}>
        <Search />
      </RailButton>
      <RailButton label="Chats" active={chats} onClick={openChats}>
        <MessageCircle />
      </RailButton>
      <RailButton label="Schedules" active={isSchedule} onClick={() => navigate(`/schedule${query}`)}>
        <CalendarClock />
      </RailButton>
      <RailButton
        label="Sites"
        active={location?.root === 's' && !chats && !settings}
        onClick={() => (show('files'), navigate(`/f/s${query}`))}
      >
        <Globe />
      </RailButton>
      <div className="flex-1" />
      <RailButton label="Terminal" keys="Ctrl+`" active={terminalOpen} onClick={() => dispatch(terminalToggled())}>
        <SquareTerminal />
      </RailButton>
      <RailButton label="Settings" active={settings} onClick={() => navigate('/settings')}>
        <Settings2 />
      </RailButton>
      <Menu
        label="Account"
        side="right"
        align="end"
        entries={[
          { label: 'Account settings', icon: <User />, onSelect: () => navigate('/settings') },
          { label: 'System', icon: <SquareTerminal />, onSelect: () => navigate('/system') },
          'separator',
          {
            label: 'Sign out',
            icon: <LogOut />,
            hint: me.profile.email,
            onSelect: () => window.location.assign('/logout'),
          },
        ]}
      >
        <button
          type="button"
          aria-label={`${initials(me)}, account of ${me.profile.full_name || me.handle}`}
          className="mt-1 rounded-full"
        >
          <Avatar me={me} />
        </button>
      </Menu>
    </nav>
  );
}
