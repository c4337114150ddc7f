import type { ReactNode } from 'react';
import { cn } from './cn';

/** Placeholder for an empty list or an error: what happened, one line why, one action. */
export function EmptyState({
  icon,
  title,
  children,
  action,
  tone,
}: {
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  tone?: 'bad';
}) {
  return (
    <div className="flex h-full min-h-56 flex-col items-center px-6" role={tone === 'bad' ? 'alert' : undefined}>
      {/* Less air in a low panel. */}
      <div className="max-h-1/6 shrink-0 basis-[16vh]" />
      <div className="flex w-full max-w-96 flex-col items-start gap-2">
        {icon ? (
          <div
            className={cn(
              'mb-1 flex size-9 items-center justify-center rounded-lg bg-surface-2 [&_svg]:size-4.5',
              tone === 'bad' ? 'text-bad' : 'text-text-2',
            )}
          >
            {icon}
          </div>
        ) : null}
        <h2 className="text-lg font-semibold break-words">{title}</h2>
        {children ? <div className="text-sm text-text-2">{children}</div> : null}
        {action ? <div className="mt-2 flex gap-2">{action}</div> : null}
      </div>
    </div>
  );
}
