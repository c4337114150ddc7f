import { useEffect, useRef, useState } from 'react';
import { Button } from './button';
import { Input } from './input';
import { Popover, type PopoverProps } from './popover';

export interface NamePopoverProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Rectangle on the screen that the popover is attached to. */
  box: PopoverProps['box'];
  title: string;
  action: string;
  initial?: string;
  /** Fixed end of the name, shown after the field. */
  suffix?: string;
  /** Returns the problem with the text, or undefined. */
  check?: (text: string) => string | undefined;
  onSubmit: (text: string) => Promise<string | undefined>;
}

/**
 * Popover with one name field: Enter submits, Escape cancels. `onSubmit` resolves to an error message or undefined.
 * Each line of the message is shown on a line of its own.
 */
export function NamePopover({
  open,
  onOpenChange,
  box,
  title,
  action,
  initial = '',
  suffix,
  check,
  onSubmit,
}: NamePopoverProps) {
  const [text, setText] = useState(initial);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (!open) return;
    setText(initial);
    setProblem(undefined);
    // The popover focuses its first control when it opens; select the text after that.
    const frame = requestAnimationFrame(() => field.current?.select());
    return () => cancelAnimationFrame(frame);
  }, [open, initial]);

  const submit = async () => {
    const wrong = check?.(text);
    if (wrong) return setProblem(wrong);
    if (!text.trim() || busy) return;
    setBusy(true);
    const failed = await onSubmit(text.trim());
    setBusy(false);
    if (failed) setProblem(failed);
    else onOpenChange(false);
  };

  return (
    <Popover open={open} onOpenChange={onOpenChange} box={box} label={title} align="start" className="p-3">
      <form
        className="flex flex-col gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <label className="text-xs font-medium text-text-2" htmlFor="name-popover-field">
          {title}
        </label>
        <div className="flex items-center gap-1.5">
          <Input
            id="name-popover-field"
            ref={field}
            value={text}
            autoComplete="off"
            spellCheck={false}
            aria-invalid={problem ? true : undefined}
            onChange={(event) => (setText(event.target.value), setProblem(undefined))}
          />
          {suffix ? <span className="text-sm text-text-3">{suffix}</span> : null}
        </div>
        {problem ? (
          <p role="alert" className="text-xs text-bad">
            {problem.split('\n').map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </p>
        ) : null}
        <div className="flex justify-end gap-2 pt-1">
          <Button variant="quiet" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={busy} disabled={!text.trim()}>
            {action}
          </Button>
        </div>
      </form>
    </Popover>
  );
}
