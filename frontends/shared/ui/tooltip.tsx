import { Tooltip as Radix } from 'radix-ui';
import type { FocusEvent, ReactNode } from 'react';
import { cn } from './cn';
import { Kbd } from './kbd';

/** Wraps the whole app: tooltips share one opening delay. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={450} skipDelayDuration={200}>
      {children}
    </Radix.Provider>
  );
}

/** A label shown on hover and keyboard focus; `keys` as in Kbd. */
export function Tooltip({
  label,
  keys,
  side = 'bottom',
  children,
}: {
  label: ReactNode;
  keys?: string;
  side?: 'top' | 'bottom' | 'left' | 'right';
  children: ReactNode;
}) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild onFocus={onlyByKeyboard}>
        {children}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className={cn(
            'z-60 flex max-w-72 items-center gap-2 rounded-md border border-line-1',
            'bg-surface-1 px-2 py-1 text-xs text-text-1 shadow-float',
            'data-[state=delayed-open]:animate-fade-in',
          )}
        >
          {label}
          {keys ? <Kbd keys={keys} /> : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** A menu used by mouse gives the focus back to its button: a tooltip would stay there, above what is below. */
function onlyByKeyboard(event: FocusEvent) {
  if (!event.currentTarget.matches(':focus-visible')) event.preventDefault();
}
