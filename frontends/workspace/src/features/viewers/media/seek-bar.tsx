import type { ReactNode } from 'react';
import { timestamp } from '@zo/web/format';
import { MEDIA } from './messages';
import { Slider } from './slider';
import type { Player } from './use-player';

/** Seconds of one arrow key. */
export const STEP_S = 5;

interface SeekBarProps {
  player: Player;
  className?: string;
  /** Drawn instead of the bar. */
  children?: ReactNode;
}

/** The position in an audio or video file. */
export function SeekBar({ player: { state, playback }, className, children }: SeekBarProps) {
  const { time, duration } = state;
  return (
    <Slider
      label={MEDIA.seek}
      value={time}
      max={duration ?? Math.max(time, 1)}
      step={0.1}
      valueText={duration === undefined ? timestamp(time) : `${timestamp(time)} of ${timestamp(duration)}`}
      onChange={playback.seek}
      disabled={duration === undefined}
      className={className}
    >
      {children}
    </Slider>
  );
}
