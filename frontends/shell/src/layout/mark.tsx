import { cn } from '@zo/web/ui/cn';

/** The product's logo. */
export function Logo({ className = '' }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={cn(
        'inline-flex size-7 shrink-0 items-center justify-center rounded-lg bg-accent',
        'text-base font-bold text-on-accent select-none',
        className,
      )}
    >
      Z
    </span>
  );
}
