import { memo } from 'react';
import { cn } from '@zo/web/ui';
import { BARS, type Peaks } from './peaks';

const GAP = 0.4;
const MIN_HEIGHT = 3;

const Bars = memo(function Bars({ peaks, className }: { peaks: Peaks; className: string }) {
  const path = [...peaks].map((peak, bar) => {
    const height = Math.max(MIN_HEIGHT, peak * 96);
    return `M${bar + GAP / 2} ${50 - height / 2}h${1 - GAP}v${height}h${GAP - 1}z`;
  });
  return (
    <svg viewBox={`0 0 ${BARS} 100`} preserveAspectRatio="none" className={cn('absolute inset-0 size-full', className)}>
      <path d={path.join('')} />
    </svg>
  );
});

/** The peaks of a file; what was played has the accent. `share`: 0 to 1. */
export function Waveform({ peaks, share }: { peaks: Peaks; share: number }) {
  return (
    <div aria-hidden className="absolute inset-0">
      <Bars peaks={peaks} className="fill-line-2" />
      <div className="absolute inset-0" style={{ clipPath: `inset(0 ${(1 - share) * 100}% 0 0)` }}>
        <Bars peaks={peaks} className="fill-accent" />
      </div>
    </div>
  );
}
