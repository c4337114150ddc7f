import { Button } from '@zo/web/ui';
import { Row } from './rows';

/** Stands where something could not be read, in place of nothing. */
export function FailedRead({ label, busy, onAgain }: { label: string; busy: boolean; onAgain: () => unknown }) {
  return (
    <Row label={label}>
      <Button busy={busy} onClick={() => void onAgain()}>
        Try again
      </Button>
    </Row>
  );
}
