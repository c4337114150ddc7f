import { cn } from './cn';

/** A thin bar; `value` 0 to 100. */
export function Meter({
  value,
  label,
  tone = 'accent',
  className,
}: {
  value: number;
  label: string;
  tone?: 'accent' | 'warn' | 'bad';
  className?: string;
}) {
  const shown = Math.min(100, Math.max(0, value));
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(shown)}
      className={cn('h-[3px] overflow-hidden rounded-full bg-surface-3', className)}
    >
      <div
        className={cn(
          'h-full origin-left rounded-full transition-transform duration-[220ms] ease-ui',
          { accent: 'bg-accent', warn: 'bg-warn', bad: 'bg-bad' }[tone],
        )}
        style={{ transform: `scaleX(${shown / 100})` }}
      />
    </div>
  );
}
