import { ArrowUp, Square } from 'lucide-react';
import { Tooltip, cn } from '@zo/web/ui';
import { TEXT } from '../../../messages';

/** CH-01: the ring is full at 94 characters, so its circumference is 94 units. */
const SCALE = 94;
const RADIUS = SCALE / (2 * Math.PI);
/** Half the size of the ring's box, slightly larger than the button. */
const CENTRE = 16.3;

export interface SendButtonProps {
  length: number;
  running: boolean;
  disabled: boolean;
  typing: boolean;
  onSend: () => void;
  onStop: () => void;
}

/** CH-01: sends the message; while an answer is written, stops it, and a written message waits for its end. */
export function SendButton(props: SendButtonProps) {
  if (!props.running || props.disabled) return <RoundButton {...props} />;
  return (
    <>
      <RoundButton {...props} />
      <RoundButton {...props} running={false} label={TEXT.queue} />
    </>
  );
}

function RoundButton({
  length,
  running,
  disabled,
  typing,
  onSend,
  onStop,
  label = running ? TEXT.stop : TEXT.send,
}: SendButtonProps & { label?: string }) {
  const filled = Math.min(length, SCALE);
  return (
    <Tooltip label={label} keys={running ? undefined : 'Enter'} side="top">
      <button
        type="button"
        aria-label={label}
        disabled={!running && disabled}
        // Keep the focus in the composer; otherwise its blur handlers run before the click.
        onPointerDown={(event) => event.preventDefault()}
        onClick={running ? onStop : onSend}
        className={cn(
          'relative flex size-8 shrink-0 items-center justify-center',
          'rounded-full transition-colors duration-[120ms]',
          'pointer-coarse:size-11',
          running
            ? 'bg-text-1 text-surface-1 hover:opacity-90'
            : 'bg-accent text-on-accent hover:bg-accent-hover disabled:bg-surface-3 disabled:text-text-3',
        )}
      >
        {running ? <Square className="size-3 fill-current" /> : <ArrowUp className="size-4" />}
        {!running && filled > 0 ? (
          <svg
            aria-hidden
            viewBox={`0 0 ${2 * CENTRE} ${2 * CENTRE}`}
            className={cn(
              'pointer-events-none absolute -inset-1 size-[calc(100%+8px)] -rotate-90 text-accent',
              typing && 'animate-pulse-soft',
            )}
          >
            <circle
              cx={CENTRE}
              cy={CENTRE}
              r={RADIUS}
              fill="none"
              stroke="currentColor"
              strokeOpacity={0.18}
              strokeWidth="1.25"
            />
            <circle
              cx={CENTRE}
              cy={CENTRE}
              r={RADIUS}
              fill="none"
              stroke="currentColor"
              strokeWidth="1.25"
              strokeLinecap="round"
              strokeDasharray={SCALE}
              strokeDashoffset={SCALE - filled}
            />
          </svg>
        ) : null}
      </button>
    </Tooltip>
  );
}
