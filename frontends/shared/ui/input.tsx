import { useId, type ComponentProps, type ReactNode } from 'react';
import { cn } from './cn';

export const INPUT_LOOK =
  'h-8 w-full rounded-md border border-line-2 bg-surface-2 px-2.5 ' +
  'text-base text-text-1 transition-colors duration-[120ms] ' +
  'pointer-coarse:h-11 pointer-coarse:text-lg hover:border-text-3 focus-visible:outline-2 ' +
  'focus-visible:-outline-offset-1 focus-visible:outline-focus disabled:opacity-50 ' +
  'aria-invalid:border-bad';

/** One-line text field. */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={cn(INPUT_LOOK, className)} {...rest} />;
}

export type FieldProps = ComponentProps<'input'> & { label: string; hint?: ReactNode; error?: ReactNode };

/** Text field with its label above and a hint or an error below. */
export function Field({ label, hint, error, id, className, ...rest }: FieldProps) {
  const made = useId();
  const field = id ?? made;
  const note = error ?? hint;
  return (
    <div className={cn('flex flex-col gap-1.5', className)}>
      <label htmlFor={field} className="text-sm font-medium text-text-1">
        {label}
      </label>
      <input
        id={field}
        aria-invalid={error ? true : undefined}
        aria-describedby={note ? `${field}-note` : undefined}
        className={cn(INPUT_LOOK, 'h-10')}
        {...rest}
      />
      {note ? (
        <p id={`${field}-note`} className={cn('text-xs', error ? 'text-bad' : 'text-text-3')}>
          {note}
        </p>
      ) : null}
    </div>
  );
}
