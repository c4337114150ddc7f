import { Popover as Radix } from 'radix-ui';
import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { cn } from './cn';
import { returnFocus } from './return-focus';

export interface PopoverProps {
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  trigger?: ReactNode;
  /** Rectangle on the screen to attach to when there is no trigger. */
  box?: { x: number; y: number; width: number; height: number };
  label: string;
  align?: 'start' | 'center' | 'end';
  side?: 'top' | 'bottom' | 'left' | 'right';
  /** Leaves the focus where it is, as for a panel that opens on hover. */
  keepFocus?: boolean;
  className?: string;
  children: ReactNode;
}

// The element whose click opened the popover may still take the focus back.
const SETTLE_MS = 250;

const preventDefault = (event: Event) => event.preventDefault();

/** A small panel beside an element. Focus changes and clicks outside do not close it during its first 250 ms. */
export function Popover({
  open,
  onOpenChange,
  trigger,
  box,
  label,
  align = 'end',
  side = 'bottom',
  keepFocus = false,
  className,
  children,
}: PopoverProps) {
  const openedAt = useRef(0);
  useEffect(() => void (openedAt.current = performance.now()), [open]);
  const virtual = useMemo(() => ({ current: { getBoundingClientRect: () => DOMRect.fromRect(box) } }), [box]);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      {trigger ? <Radix.Trigger asChild>{trigger}</Radix.Trigger> : null}
      {box ? <Radix.Anchor virtualRef={virtual} /> : null}
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          onOpenAutoFocus={keepFocus ? preventDefault : undefined}
          onCloseAutoFocus={keepFocus ? preventDefault : trigger ? undefined : returnFocus}
          onInteractOutside={(event) => performance.now() - openedAt.current < SETTLE_MS && event.preventDefault()}
          className={cn(
            'z-50 w-72 rounded-lg border border-line-1 bg-surface-1 p-1 shadow-float outline-none',
            'data-[state=open]:animate-menu-in',
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
