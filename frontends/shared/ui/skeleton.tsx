import { cn } from './cn';

/** Grey placeholder bar; invisible for the first 150 ms so that fast responses do not flicker. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div aria-hidden className="animate-appear">
      <div className={cn('animate-pulse-soft rounded-md bg-surface-3', className)} />
    </div>
  );
}

/** Placeholder rows of a list that is loading. */
export function SkeletonRows({ rows = 8, label }: { rows?: number; label: string }) {
  return (
    <div role="status" aria-label={label} className="flex flex-col px-3 py-1">
      {Array.from({ length: rows }, (_none, index) => (
        <div key={index} className="flex h-8 items-center gap-2.5">
          <Skeleton className="size-4" />
          <Skeleton className={['h-3 w-44', 'h-3 w-28', 'h-3 w-52', 'h-3 w-36'][index % 4]} />
        </div>
      ))}
    </div>
  );
}
