import { momentWords } from '@zo/web/schedules';
import { TEXT } from '../../../messages';

/** Until when a question can be answered; those asked by an earlier version do not tell. */
export function WaitsUntil({ until }: { until: string | undefined }) {
  if (until === undefined) return null;
  const when = momentWords(Date.parse(until), Date.now());
  return <p className="mt-2 text-xs text-text-2">{TEXT.waitsUntil(when.replace(/^T(?=o)/, 't'))}</p>;
}
