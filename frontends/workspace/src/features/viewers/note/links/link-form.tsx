import { useState } from 'react';
import { Button, Input } from '@zo/web/ui';
import { NOTE } from '../messages';

interface LinkFormProps {
  address: string;
  /** Returns false if the address is invalid. */
  onSave: (address: string) => boolean;
  onClose: () => void;
}

/** ED-05: the field of the address of a link; an empty one removes the link. */
export function LinkForm({ address: initial, onSave, onClose }: LinkFormProps) {
  const [address, setAddress] = useState(initial);
  const [isInvalid, setIsInvalid] = useState(false);
  return (
    <form
      className="flex w-80 max-w-full flex-col gap-2 p-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (onSave(address)) onClose();
        else setIsInvalid(true);
      }}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <Input
        autoFocus
        aria-label="Address of the link"
        placeholder="example.com"
        value={address}
        aria-invalid={isInvalid}
        onChange={(event) => (setAddress(event.target.value), setIsInvalid(false))}
      />
      {isInvalid ? <p className="text-xs text-bad">{NOTE.invalidLink}</p> : null}
      <div className="flex justify-end gap-2">
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit">{address.trim() === '' ? 'Remove link' : 'Set link'}</Button>
      </div>
    </form>
  );
}
