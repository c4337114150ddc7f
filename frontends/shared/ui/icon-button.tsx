import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn';
import { Tooltip } from './tooltip';

export type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & {
  /** Accessible name, also shown as the tooltip. */
  label: string;
  keys?: string;
  side?: 'top' | 'bottom' | 'left' | 'right';
  active?: boolean;
  size?: 'sm' | 'md' | 'lg';
  children: ReactNode;
};

const SIZES = { sm: 'size-6', md: 'size-7', lg: 'size-8' };

/** Button with only an icon; it always has a name and a tooltip. */
export function IconButton({
  label,
  keys,
  side,
  active,
  size = 'md',
  className,
  children,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip label={label} keys={keys} side={side}>
      <button
        type={type}
        aria-label={label}
        aria-pressed={active}
        className={cn(
          'inline-flex shrink-0 items-center justify-center rounded-md',
          'transition-colors duration-[120ms] ease-ui',
          '[&_svg]:size-4',
          'disabled:opacity-40 disabled:pointer-events-none pointer-coarse:min-h-11 pointer-coarse:min-w-11',
          SIZES[size],
          active
            ? 'bg-surface-4 text-text-1'
            : cn(
                'text-text-2 hover:bg-surface-3 hover:text-text-1 active:bg-surface-4',
                'data-[state=open]:bg-surface-3 data-[state=open]:text-text-1',
              ),
          className,
        )}
        {...rest}
      >
        {children}
      </button>
    </Tooltip>
  );
}
