import { Dialog as Radix } from 'radix-ui';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { shownName } from '../paths';
import { Button } from './button';
import { cn } from './cn';
import { IconButton } from './icon-button';
import { returnFocus } from './return-focus';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** One sentence under the title; announced with it. */
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, right-aligned; the primary one last. */
  footer?: ReactNode;
  className?: string;
  /** The content scrolls and has no focusable element: the content itself takes the focus, so that keys scroll it. */
  reading?: boolean;
  /** What was made in it opens, and takes the focus instead of what had it before. */
  leavesFocus?: () => boolean;
}

/** A question or a form over the page. Closing it returns the focus. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  className,
  reading,
  leavesFocus,
}: DialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 bg-overlay data-[state=open]:animate-fade-in" />
        <Radix.Content
          onOpenAutoFocus={(event) => {
            // By default the close button takes the focus, and its tooltip consumes the first Escape.
            event.preventDefault();
            const content = event.currentTarget as HTMLElement;
            (content.querySelector<HTMLElement>('input') ?? content).focus();
          }}
          onCloseAutoFocus={(event) => (leavesFocus?.() ? event.preventDefault() : returnFocus(event))}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={cn(
            'fixed top-[18vh] left-1/2 z-50 flex max-h-[74vh] w-[calc(100vw-2rem)] max-w-md -translate-x-1/2',
            'flex-col rounded-xl border border-line-1 bg-surface-1 shadow-float outline-none',
            'data-[state=open]:animate-dialog-in',
            className,
          )}
        >
          <div className="flex items-start gap-3 px-5 pt-4">
            <div className="min-w-0 flex-1">
              <Radix.Title className="text-lg font-semibold">{shownName(title)}</Radix.Title>
              {description ? (
                <Radix.Description className="mt-1 text-sm text-text-2">
                  {typeof description === 'string' ? shownName(description) : description}
                </Radix.Description>
              ) : null}
            </div>
            <Radix.Close asChild>
              <IconButton label="Close" className="-mr-1.5">
                <X />
              </IconButton>
            </Radix.Close>
          </div>
          <div
            {...(reading && { tabIndex: 0, role: 'group', 'aria-label': shownName(title) })}
            className="min-h-0 flex-1 overflow-y-auto px-5 py-4 inset-ring-focus"
          >
            {children}
          </div>
          {footer ? <div className="flex justify-end gap-2 border-t border-line-1 px-5 py-3">{footer}</div> : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Confirms an action that cannot be undone; `action` names what the button does. */
export function ConfirmDialog({
  action,
  onConfirm,
  busy,
  ...rest
}: Omit<DialogProps, 'footer' | 'children'> & { action: string; onConfirm: () => void; busy?: boolean }) {
  return (
    <Dialog
      {...rest}
      footer={
        <>
          <Button onClick={() => rest.onOpenChange(false)}>Cancel</Button>
          <Button variant="danger" busy={busy} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    />
  );
}
