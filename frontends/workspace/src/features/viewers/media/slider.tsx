import type { ReactNode } from 'react';
import { cn } from '@zo/web/ui';

interface SliderProps {
  label: string;
  value: number;
  max: number;
  step: number;
  /** The value in words. */
  valueText: string;
  onChange: (value: number) => void;
  disabled?: boolean;
  className?: string;
  /** Drawn instead of the bar. */
  children?: ReactNode;
}

/** A bar on which a value is set by pointer or arrow keys. */
export function Slider({ label, value, max, valueText, onChange, className, children, ...rest }: SliderProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) * 100 : 0;
  return (
    <div className={cn('relative h-6 pointer-coarse:h-11', className)}>
      <input
        type="range"
        aria-label={label}
        aria-valuetext={valueText}
        min={0}
        max={max}
        value={value}
        onChange={({ target }) => onChange(Number(target.value))}
        className="peer absolute inset-0 z-10 size-full cursor-pointer opacity-0 disabled:cursor-default"
        {...rest}
      />
      {children ?? (
        <div aria-hidden className="absolute inset-x-0 top-1/2 h-1 -translate-y-1/2 rounded-full bg-line-2">
          <div className="h-full rounded-full bg-accent" style={{ width: `${share}%` }} />
        </div>
      )}
      <span
        aria-hidden
        style={{ left: `${share}%` }}
        className={cn(
          'absolute -translate-x-1/2 outline-offset-2 outline-focus peer-focus-visible:outline-2 peer-disabled:hidden',
          children ? 'inset-y-0 w-0.5 bg-text-1' : 'top-1/2 size-3 -translate-y-1/2 rounded-full bg-accent',
        )}
      />
    </div>
  );
}
