import { Folder, MessageCircle, Search, User } from 'lucide-react';
import { Dialog as Sheet } from 'radix-ui';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { Link, useLocation, useNavigate } from '@zo/web/router';
import { chatQuery } from '@zo/web/paths';
import { terminalToggled, useAppDispatch, useAppSelector } from '@zo/web/store';
import { cn, PaneGroup, Panel } from '@zo/web/ui';
import { ChatPart } from '../layout/chat-part';
import { PageSlot } from '../layout/page-slot';
import { useLayout, type Layout } from '../layout/use-layout';
import { RemotePart, TerminalPanel } from '../remotes';
import { TreeDrawer } from './tree-drawer';
import { useKeyboard } from './use-keyboard';
import { useEdgeSwipe, useSwipeDown } from './use-swipe';
import { STATE_LABEL, StateLamp, useSystem } from '../system/stats-bar';

function BarButton({
  label,
  active,
  onClick,
  children,
}: {
  label: string;
  active?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      onClick={onClick}
      aria-current={active ? 'page' : undefined}
      className={cn(
        'flex h-14 flex-1 flex-col items-center justify-center gap-1 text-xs font-medium [&_svg]:size-5',
        active ? 'text-accent-text' : 'text-text-2 active:bg-surface-3',
      )}
    >
      {children}
      {label}
    </button>
  );
}

/** The handle that pulls the sheet down. */
function Handle({ onClose }: { onClose: () => void }) {
  const element = useRef<HTMLButtonElement>(null);
  useSwipeDown(element, onClose);
  return (
    <Sheet.Close
      ref={element}
      aria-label="Close chat"
      className="flex h-8 shrink-0 touch-none items-center justify-center rounded-t-xl"
    >
      <span aria-hidden className="h-1 w-9 rounded-full bg-line-2" />
    </Sheet.Close>
  );
}

/** The chat as a sheet over the page, above the on-screen keyboard. */
function ChatSheet({ layout, open, onClose }: { layout: Layout; open: boolean; onClose: () => void }) {
  return (
    <Sheet.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Sheet.Portal>
        <Sheet.Overlay className="fixed inset-0 z-40 bg-overlay data-[state=open]:animate-fade-in" />
        <Sheet.Content
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => event.preventDefault()}
          className={cn(
            'fixed inset-x-0 bottom-(--keyboard,0px) z-40 flex',
            'h-[min(86dvh,calc(100dvh-var(--keyboard,0px)-8px))] flex-col rounded-t-xl border-t border-line-1',
            'bg-surface-0 shadow-float outline-none',
            'data-[state=open]:animate-sheet-in',
          )}
        >
          <Sheet.Title className="sr-only">Chat</Sheet.Title>
          <Handle onClose={onClose} />
          <div className="min-h-0 flex-1">
            <ChatPart layout={layout} view="sidebar" onView={(view) => view === 'rail' && onClose()} />
          </div>
        </Sheet.Content>
      </Sheet.Portal>
    </Sheet.Root>
  );
}

function ComputerLine() {
  const { computer, stats } = useSystem();
  const disk = stats?.disks[0];
  return (
    <aside aria-label="Computer" className="shrink-0 border-t border-line-1">
      <Link to="/system" className="flex h-11 items-center gap-2.5 px-4 text-sm">
        <StateLamp state={computer?.state} />
        <span className="flex-1 font-medium">{computer ? STATE_LABEL[computer.state] : ''}</span>
        {disk ? (
          <span className="text-xs text-text-3 tabular-nums">
            {disk.used_gb.toFixed(1)} of {disk.total_gb.toFixed(0)} GB
          </span>
        ) : null}
      </Link>
    </aside>
  );
}

/** The layout below 768 px: one pane at a time above a bottom bar. */
export function PhoneLayout() {
  const layout = useLayout();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const { terminalOpen, question } = useAppSelector((state) => state.ui);
  const [chatOpen, setChatOpen] = useState(layout.chat !== null);
  const [treeOpen, setTreeOpen] = useState(false);
  const closeTree = useCallback(() => setTreeOpen(false), []);
  const files = layout.page === 'files';
  useKeyboard();
  useEdgeSwipe(() => !chatOpen && setTreeOpen(true));

  useEffect(() => {
    if (question) setChatOpen(true);
  }, [question]);

  // A link to a chat opens the sheet. /f shows the workspace folder, because a phone has only one pane.
  useEffect(() => {
    if (layout.chat) setChatOpen(true);
  }, [layout.chat]);
  useEffect(() => {
    if (pathname === '/f') navigate(`/f/w${chatQuery(search)}`, { replace: true });
  }, [pathname, search, navigate]);

  const atRoot = layout.openFile?.path.length === 0;
  // A second press opens the tree, for users who do not swipe.
  const openFiles = () => {
    if (files && atRoot && !chatOpen) return setTreeOpen(true);
    setChatOpen(false);
    navigate(`/f/w${chatQuery(search)}`);
  };

  return (
    <div className="flex min-h-0 flex-1 flex-col pb-(--keyboard,0px)">
      <PaneGroup orientation="vertical" className="min-h-0 flex-1">
        <Panel id="pane-page">
          <main data-region className="h-full bg-surface-1">
            <PageSlot />
          </main>
        </Panel>
        {terminalOpen ? (
          <Panel id="pane-terminal" defaultSize="60%">
            <RemotePart what="The terminal">
              <TerminalPanel onClose={() => dispatch(terminalToggled(false))} />
            </RemotePart>
          </Panel>
        ) : null}
      </PaneGroup>
      {files && (layout.openFile?.path.length ?? 0) === 0 ? <ComputerLine /> : null}
      <nav
        aria-label="Places"
        data-region
        className="flex shrink-0 border-t border-line-1 bg-surface-0 pb-[env(safe-area-inset-bottom)]"
      >
        <BarButton label="Files" active={files && !chatOpen} onClick={openFiles}>
          <Folder />
        </BarButton>
        <BarButton label="Chat" active={chatOpen} onClick={() => setChatOpen(true)}>
          <MessageCircle />
        </BarButton>
        <BarButton
          label="Search"
          active={layout.page === 'search' && !chatOpen}
          onClick={() => (setChatOpen(false), navigate('/search'))}
        >
          <Search />
        </BarButton>
        <BarButton
          label="You"
          active={layout.page === 'settings' || layout.page === 'schedule'}
          onClick={() => navigate('/settings')}
        >
          <User />
        </BarButton>
      </nav>
      <TreeDrawer open={treeOpen} onClose={closeTree} />
      <ChatSheet layout={layout} open={chatOpen} onClose={() => setChatOpen(false)} />
    </div>
  );
}
