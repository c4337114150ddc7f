import { useState } from 'react';
import type { RoutineInput } from '@zo/proto/routine';
import { Button, Dialog, Field } from '@zo/web/ui';

interface InputsDialogProps {
  title: string;
  hint: string;
  /** What the button that sends says. */
  act: string;
  inputs: readonly RoutineInput[];
  /** What they have been so far. */
  given?: Readonly<Record<string, string>>;
  isBusy: boolean;
  /** @returns whether it was taken */
  onSend: (values: Record<string, string>) => Promise<boolean>;
  onClose: () => void;
}

/** ZR-03: asks for the inputs of a routine. */
export function InputsDialog({ title, hint, act, inputs, given = {}, isBusy, onSend, onClose }: InputsDialogProps) {
  const [values, setValues] = useState<Record<string, string>>(
    Object.fromEntries(inputs.map(({ name }) => [name, given[name] ?? ''])),
  );
  const send = async () => {
    if (!isBusy && (await onSend(values))) onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(next) => next || onClose()}
      title={title}
      description={hint}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={isBusy} onClick={() => void send()}>
            {act}
          </Button>
        </>
      }
    >
      <form
        className="space-y-3"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        {inputs.map(({ name, description }) => (
          <Field
            key={name}
            label={name}
            hint={description || undefined}
            value={values[name] ?? ''}
            autoComplete="off"
            onChange={(event) => setValues((all) => ({ ...all, [name]: event.target.value }))}
          />
        ))}
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}
