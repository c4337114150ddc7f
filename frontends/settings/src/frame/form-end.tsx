import { Button } from '@zo/web/ui';

export interface FormEndProps {
  /** Why the form was refused. */
  problem?: string | null;
  /** The words of the button that sends the form. */
  action: string;
  busy: boolean;
  onCancel: () => void;
}

/** The end of a form of the settings: what is wrong with it, and its buttons. */
export function FormEnd({ problem, action, busy, onCancel }: FormEndProps) {
  return (
    <>
      {problem ? (
        <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-sm break-words text-bad">
          {problem}
        </p>
      ) : null}
      <div className="flex justify-end gap-2">
        <Button size="md" variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="md" type="submit" variant="primary" busy={busy}>
          {action}
        </Button>
      </div>
    </>
  );
}
