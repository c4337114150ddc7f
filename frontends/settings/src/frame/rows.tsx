import { useId, type ReactNode } from 'react';
import { cn } from '@zo/web/ui/cn';

/** Page of a section: title, lead and content. */
export function SectionPage({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-[42rem] px-6 pt-10 pb-20 max-md:px-4 max-md:pt-5 max-md:[&>h1+section]:mt-0">
      {/* Phones already show the name in the top bar. */}
      <h1 className="text-2xl font-semibold max-md:sr-only">{title}</h1>
      {lead ? <p className="mt-1 text-base text-text-2">{lead}</p> : null}
      {children}
    </div>
  );
}

/** A heading over a box of rows. */
export function Rows({ title, aside, children }: { title?: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className="mt-8">
      {title ? (
        <div className="mb-2 flex min-h-7 items-center justify-between">
          <h2 className="text-sm font-medium tracking-normal text-text-2">{title}</h2>
          {aside}
        </div>
      ) : null}
      <div className="divide-y divide-line-1 rounded-xl border border-line-1">{children}</div>
    </section>
  );
}

/** A row with label, hint and control. */
export function Row({
  label,
  hint,
  icon,
  children,
}: {
  label: ReactNode;
  hint?: ReactNode;
  icon?: ReactNode;
  children?: ReactNode;
}) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className="flex min-h-15 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      {icon}
      <div className="min-w-40 flex-1">
        <div id={id} className="text-base font-medium break-words">
          {label}
        </div>
        {hint ? <div className="text-sm text-text-2">{hint}</div> : null}
      </div>
      <div className="flex items-center gap-2 max-md:max-w-full">{children}</div>
    </div>
  );
}

/** A letter in a square, for entries without an image. */
export function LetterAvatar({ text }: { text: string }) {
  return (
    <span
      aria-hidden
      className={cn(
        'flex size-8 shrink-0 items-center justify-center rounded-lg',
        'bg-surface-2 text-sm font-semibold text-text-2',
      )}
    >
      {(text[0] ?? '?').toUpperCase()}
    </span>
  );
}

/** A short status beside a row. */
export function Tag({ tone, children }: { tone: 'good' | 'warn' | 'bad'; children: ReactNode }) {
  const look = { good: 'bg-good-soft text-good', warn: 'bg-warn-soft text-warn', bad: 'bg-bad-soft text-bad' }[tone];
  return (
    <span
      className={cn(
        'inline-flex items-center gap-1.5 rounded-full px-2.5 py-1 text-xs font-medium [&_svg]:size-3.5',
        look,
      )}
    >
      {children}
    </span>
  );
}
