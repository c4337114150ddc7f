import { cva, type VariantProps } from 'class-variance-authority';
import { Slot } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn';

const button = cva(
  'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md font-medium ' +
    'whitespace-nowrap select-none transition-colors duration-[120ms] ease-ui ' +
    'disabled:opacity-50 disabled:pointer-events-none pointer-coarse:min-h-11 [&_svg]:size-4',
  {
    variants: {
      variant: {
        primary: 'bg-accent text-on-accent hover:bg-accent-hover active:bg-accent-hover',
        outline: 'border border-line-2 bg-surface-1 text-text-1 hover:bg-surface-3 active:bg-surface-4',
        quiet: 'text-text-2 hover:bg-surface-3 hover:text-text-1 active:bg-surface-4',
        soft: 'bg-surface-2 text-text-1 hover:bg-surface-3 active:bg-surface-4',
        quietDanger: 'text-bad hover:bg-bad-soft active:bg-bad-soft',
        danger: 'bg-bad-soft text-bad hover:bg-surface-3 active:bg-surface-4',
      },
      size: { sm: 'h-7 px-2.5 text-sm', md: 'h-8 px-3 text-sm', lg: 'h-10 px-4 text-base' },
    },
    defaultVariants: { variant: 'outline', size: 'sm' },
  },
);

export type ButtonProps = ComponentProps<'button'> &
  VariantProps<typeof button> & { asChild?: boolean; busy?: boolean; children?: ReactNode };

/** Text button. `asChild` styles a child element such as a link; `busy` keeps the width and disables clicks. */
export function Button({
  variant,
  size,
  asChild,
  busy,
  className,
  disabled,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  const look = cn(button({ variant, size }), className);
  if (asChild)
    return (
      <Slot.Root className={look} {...rest}>
        {children}
      </Slot.Root>
    );
  return (
    <button type={type} className={look} disabled={disabled || busy} aria-busy={busy || undefined} {...rest}>
      {children}
    </button>
  );
}
