import { MessageSquarePlus } from 'lucide-react';
import { useState } from 'react';
import type { Location } from '@zo/web/paths';
import { Button } from '@zo/web/ui';
import { MESSAGES } from '../messages';
import { useOpen } from '../navigation/use-open';
import { importChats } from './import-chats';

/** For a file that has chats of another assistant, or one that was saved here. */
export function ImportChats({ location }: { location: Location }) {
  const openEntry = useOpen();
  const [isBusy, setIsBusy] = useState(false);
  const begin = async () => {
    setIsBusy(true);
    await importChats(location, (report) => openEntry(report));
    setIsBusy(false);
  };
  return (
    <Button busy={isBusy} onClick={() => void begin()}>
      <MessageSquarePlus />
      {MESSAGES.importChats}
    </Button>
  );
}
