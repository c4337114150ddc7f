import { toProblem } from '@zo/web/store';
import { Button } from '@zo/web/ui';
import { TEXT } from './messages';

/** Why a part of the page is missing, and a way to load it again. */
export function LoadFailed({ error, onAgain }: { error: unknown; onAgain: () => unknown }) {
  return (
    <div role="alert" className="flex items-center gap-3 px-3 py-2 text-sm text-bad">
      <span className="min-w-0 break-words">{toProblem(error).detail}</span>
      <Button onClick={() => void onAgain()}>{TEXT.again}</Button>
    </div>
  );
}
