import { Switch as Radix } from 'radix-ui';
import { cn } from './cn';

/** Toggle that takes effect at once. */
export function Switch({
  checked,
  onChange,
  label,
  disabled,
}: {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: string;
  disabled?: boolean;
}) {
  return (
    <Radix.Root
      checked={checked}
      onCheckedChange={onChange}
      disabled={disabled}
      aria-label={label}
      className={cn(
        'relative touch-area h-5 w-9 shrink-0 rounded-full bg-line-2 transition-colors duration-[120ms]',
        'data-[state=checked]:bg-accent disabled:opacity-50',
      )}
    >
      <Radix.Thumb
        className={cn(
          'block size-4 translate-x-0.5 rounded-full bg-surface-1 transition-transform duration-[120ms]',
          'ease-ui data-[state=checked]:translate-x-[18px]',
        )}
      />
    </Radix.Root>
  );
}
