import type { Lasso } from './use-lasso';

/** The rectangle drawn by a lasso. */
export const LassoBox = ({ lasso }: { lasso: Lasso }) => (
  <div
    aria-hidden
    className="pointer-events-none absolute z-10 rounded-sm border border-accent bg-accent-soft opacity-60"
    style={lasso}
  />
);
