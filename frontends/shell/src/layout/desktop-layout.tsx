import { useEffect, useRef, useState } from 'react';
import { useAppSelector, type Me } from '@zo/web/store';
import { PaneGroup, PaneLine, Panel, type LayoutChangedMeta, type PaneShares } from '@zo/web/ui';
import { startWidth, writeWidth } from './widths';
import { ChatPart } from './chat-part';
import { ChatRail } from './chat-rail';
import { MainPane } from './main-pane';
import { PageSlot } from './page-slot';
import { Rail } from './rail';
import { Sidebar } from './sidebar';
import { useLayout } from './use-layout';

// An element id becomes a property of `window`; with the name of a remote, that remote would count as loaded.
/** RT-02 and RT-03: rail, sidebar, page and chat side by side. */
export function DesktopLayout({ me }: { me: Me }) {
  const layout = useLayout();
  const sidebarOpen = useAppSelector((state) => state.ui.sidebarOpen);
  const [chatSeen, setChatSeen] = useState(layout.view !== 'rail');
  if (layout.view !== 'rail' && !chatSeen) setChatSeen(true);

  const { view, showChat } = layout;
  const asked = useAppSelector((state) => state.ui.question !== null);
  useEffect(() => {
    if (asked && view === 'rail') showChat();
  }, [asked, view, showChat]);

  const group = useRef<HTMLDivElement>(null);
  // Store only widths the user set: a small window narrows the panes temporarily.
  const remember = (shares: PaneShares, { isUserInteraction }: LayoutChangedMeta) => {
    if (!isUserInteraction) return;
    for (const pane of ['sidebar', 'chat'] as const)
      writeWidth(pane, ((shares[`pane-${pane}`] ?? 0) / 100) * (group.current?.clientWidth ?? 0));
  };

  const chat = <ChatPart layout={layout} />;
  const full = layout.view === 'full';
  return (
    <div className="flex min-h-0 flex-1">
      <Rail me={me} />
      <PaneGroup orientation="horizontal" elementRef={group} onLayoutChanged={remember} className="min-w-0 flex-1">
        {sidebarOpen && layout.page !== 'search' ? (
          <>
            <Panel
              id="pane-sidebar"
              defaultSize={startWidth('sidebar')}
              minSize="13rem"
              maxSize="30rem"
              groupResizeBehavior="preserve-pixel-size"
            >
              <Sidebar page={layout.page} />
            </Panel>
            <PaneLine />
          </>
        ) : null}
        {full ? null : (
          <Panel id="pane-main" minSize="20rem">
            <MainPane>
              <PageSlot />
            </MainPane>
          </Panel>
        )}
        {layout.view === 'sidebar' ? <PaneLine /> : null}
        {layout.view === 'rail' ? null : (
          <Panel
            key={full ? 'full' : 'column'}
            id={full ? 'pane-chat-full' : 'pane-chat'}
            defaultSize={full ? undefined : startWidth('chat')}
            minSize={full ? '20rem' : '22rem'}
            maxSize={full ? '100%' : '40rem'}
            groupResizeBehavior={full ? 'preserve-relative-size' : 'preserve-pixel-size'}
          >
            {full ? (
              <MainPane>
                <h1 className="sr-only">Chat</h1>
                {chat}
              </MainPane>
            ) : (
              <aside aria-label="Chat" data-region className="h-full bg-surface-0">
                {chat}
              </aside>
            )}
          </Panel>
        )}
      </PaneGroup>
      {layout.view === 'rail' ? <ChatRail layout={layout} /> : null}
    </div>
  );
}
