import { Dialog } from 'radix-ui';
import { useEffect, useRef } from 'react';
import { useLocation } from '@zo/web/router';
import { cn, SkeletonRows } from '@zo/web/ui';
import { FileSidebar, RemotePart } from '../remotes';
import { StatsBar } from '../system/stats-bar';
import { useSwipeLeft } from './use-swipe';

function Contents({ onClose }: { onClose: () => void }) {
  const element = useRef<HTMLDivElement>(null);
  useSwipeLeft(element, onClose);
  return (
    <div ref={element} className="flex h-full flex-col pb-[env(safe-area-inset-bottom)]">
      <div className="min-h-0 flex-1">
        <RemotePart
          what="The file tree"
          fallback={
            <div className="pt-12">
              <SkeletonRows label="Loading" />
            </div>
          }
        >
          <FileSidebar />
        </RemotePart>
      </div>
      <StatsBar />
    </div>
  );
}

/** The file tree as a drawer from the left; it closes when the address changes. */
export function TreeDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current !== pathname) onClose();
    shown.current = pathname;
  }, [pathname, onClose]);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-overlay data-[state=open]:animate-fade-in" />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => event.preventDefault()}
          className={cn(
            'fixed inset-y-0 left-0 z-40 w-[84vw] max-w-80 border-r',
            'border-line-1 bg-surface-0 shadow-float outline-none',
            'data-[state=open]:animate-drawer-in',
          )}
        >
          <Dialog.Title className="sr-only">Files</Dialog.Title>
          <Contents onClose={onClose} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
