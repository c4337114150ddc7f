import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button';
import { Dialog } from './dialog';
import { IconButton } from './icon-button';
import { toast } from './toast';
import { writeClipboard } from './write-clipboard';

interface OnceDialogProps {
  title: string;
  description: ReactNode;
  values: readonly { readonly label: string; readonly value: string }[];
  /** How they are used. */
  children?: ReactNode;
  onClose: () => void;
}

/** Values that are shown this once, each with a button that copies it. */
export function OnceDialog({ title, description, values, children, onClose }: OnceDialogProps) {
  const copy = (value: string) =>
    void writeClipboard(value).then(
      () => toast.success('Copied'),
      () => toast.error('Your browser did not copy it. Select it instead.'),
    );
  return (
    <Dialog
      open
      onOpenChange={(next) => next || onClose()}
      title={title}
      description={description}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="space-y-3">
        {values.map(({ label, value }) => (
          <div key={label} className="flex items-center gap-2">
            <div className="min-w-0 flex-1">
              <div className="text-sm font-medium">{label}</div>
              <code aria-label={label} className="block font-mono text-xs break-all text-text-2 select-all">
                {value}
              </code>
            </div>
            <IconButton label={`Copy ${label.toLowerCase()}`} onClick={() => copy(value)}>
              <Copy />
            </IconButton>
          </div>
        ))}
        {children}
      </div>
    </Dialog>
  );
}
