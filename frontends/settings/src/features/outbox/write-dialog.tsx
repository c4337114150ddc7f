import { useState, type FormEvent } from 'react';
import { toProblem } from '@zo/web/store';
import { Dialog, Field, INPUT_LOOK, cn } from '@zo/web/ui';
import { useWriteLetterMutation } from '../../api/channels.endpoints';
import { FormEnd } from '../../frame/form-end';
import { OUTBOX } from './messages';

/** A mail to Zo without a mail program. */
export function WriteDialog({
  open,
  onClose,
  onSent,
}: {
  open: boolean;
  onClose: () => void;
  onSent: (id: string) => void;
}) {
  const [write, { isLoading }] = useWriteLetterMutation();
  const [problem, setProblem] = useState<string>();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    void write({ subject: String(form.get('subject')), text: String(form.get('text')) })
      .unwrap()
      .then(
        ({ id }) => onSent(id),
        (error: unknown) => setProblem(toProblem(error).detail),
      );
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title={OUTBOX.writeTitle}
      description={OUTBOX.writeHint}
    >
      <form onSubmit={submit} className="flex flex-col gap-3">
        <Field label={OUTBOX.subject} name="subject" maxLength={300} />
        <label className="flex flex-col gap-1.5 text-sm font-medium">
          {OUTBOX.text}
          <textarea name="text" required rows={6} className={cn(INPUT_LOOK, 'h-auto resize-y py-2 font-normal')} />
        </label>
        <FormEnd problem={problem} action={OUTBOX.arrive} busy={isLoading} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
