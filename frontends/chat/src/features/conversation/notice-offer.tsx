import { Bell, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { turnNoticesOff, turnNoticesOn, useNotices } from '@zo/web/notices';
import { Button, IconButton, toast } from '@zo/web/ui';
import { TEXT } from '../../messages';

/** An answer that takes longer than this is worth a notification. */
const LONG_MS = 8_000;

/** Asks once whether its user wants to be told that a long answer is done. */
export function NoticeOffer({ running }: { running: boolean }) {
  const state = useNotices();
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!running) return setLong(false);
    const timer = setTimeout(() => setLong(true), LONG_MS);
    return () => clearTimeout(timer);
  }, [running]);
  if (!isLong || state !== 'unset') return null;
  const accept = async () => {
    const answer = await turnNoticesOn();
    if (answer === 'on') toast.success(TEXT.noticesOn);
    else if (answer === 'blocked') toast(TEXT.noticesBlocked);
  };
  return (
    <div className="mb-1.5 flex items-center justify-center gap-1">
      <Button variant="quiet" onClick={() => void accept()}>
        <Bell />
        {TEXT.tellMe}
      </Button>
      <IconButton size="sm" label={TEXT.noNotices} onClick={turnNoticesOff}>
        <X className="size-3.5!" />
      </IconButton>
    </div>
  );
}
