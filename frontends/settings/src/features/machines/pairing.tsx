import { Copy } from 'lucide-react';
import { Button, IconButton, toast, writeClipboard } from '@zo/web/ui';
import type { MachineCode } from '@zo/web/store';
import { useHasPassed } from '../../frame/use-has-passed';
import { MACHINES } from './messages';

const copy = (text: string) =>
  void writeClipboard(text).then(
    () => toast.success(MACHINES.copied),
    () => toast.error(MACHINES.notCopied),
  );

interface PairingProps {
  code: MachineCode;
  onAnother: () => void;
  onDone: () => void;
}

/** The command that pairs a machine, until it has been run. */
export function Pairing({ code: { command, expires_at: expiresAt }, onAnother, onDone }: PairingProps) {
  const isExpired = useHasPassed(Date.parse(expiresAt));
  const time = new Date(expiresAt).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  return (
    <div role="group" aria-label={MACHINES.pair} className="flex flex-col gap-3 rounded-xl bg-surface-2 px-4 py-4">
      <p className="text-base">{MACHINES.run}</p>
      <div className="flex items-start gap-2 rounded-lg bg-surface-0 py-2 pr-2 pl-3">
        <code aria-label={MACHINES.command} className="min-w-0 flex-1 py-1 font-mono text-sm break-all">
          {command}
        </code>
        <IconButton label={MACHINES.copy} onClick={() => copy(command)}>
          <Copy />
        </IconButton>
      </div>
      <p className="text-sm text-text-2">
        {MACHINES.validUntil(time)} {MACHINES.atLogin}
      </p>
      <div className="flex items-center justify-end gap-2">
        <p role="status" className="mr-auto text-sm text-text-2">
          {isExpired ? MACHINES.expired : MACHINES.waiting}
        </p>
        {isExpired ? (
          <Button size="md" onClick={onAnother}>
            {MACHINES.another}
          </Button>
        ) : null}
        <Button size="md" variant="primary" onClick={onDone}>
          {MACHINES.done}
        </Button>
      </div>
    </div>
  );
}
