import { useState } from 'react';
import { toProblem } from '@zo/web/store';
import { Button, OnceDialog, toast } from '@zo/web/ui';
import { routinesApi, type Routine } from '../../../api/routines.endpoints';
import { ARMING } from './messages';

/** The secret that signs the calls of other programs. */
export function RoutineHook({ title, armed }: { title: string; armed: NonNullable<Routine['armed']> }) {
  const [renew, { isLoading }] = routinesApi.useRenewHookMutation();
  const [made, setMade] = useState<{ url: string; secret: string }>();
  if (!armed.webhook) return null;
  const ask = () =>
    void renew(armed.schedule_id)
      .unwrap()
      .then(setMade, (error: unknown) => toast.error(ARMING.noSecret, { description: toProblem(error).detail }));
  return (
    <>
      <Button busy={isLoading} onClick={ask}>
        {armed.has_secret ? ARMING.renewSecret : ARMING.makeSecret}
      </Button>
      {made ? (
        <OnceDialog
          title={ARMING.calls(title)}
          description={ARMING.secretOnce}
          values={[
            { label: ARMING.address, value: made.url },
            { label: ARMING.secret, value: made.secret },
          ]}
          onClose={() => setMade(undefined)}
        >
          <p className="text-xs text-text-2">{ARMING.howToSign}</p>
        </OnceDialog>
      ) : null}
    </>
  );
}
