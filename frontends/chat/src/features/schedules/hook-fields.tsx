import { useId, useState } from 'react';
import { toProblem } from '@zo/web/store';
import { Button, OnceDialog, Switch, toast } from '@zo/web/ui';
import { type Schedule, useRenewHookMutation } from '../../api/schedules.endpoints';
import { HOOK } from './messages';

interface HookProps {
  /** Undefined: a new one. */
  readonly schedule: Schedule | undefined;
  readonly isOn: boolean;
  readonly onSwitch: (isOn: boolean) => void;
}

/** Whether signed calls of other programs start a schedule, and the secret that signs them. */
export function HookFields({ schedule, isOn, onSwitch }: HookProps) {
  const id = useId();
  const [renew, { isLoading }] = useRenewHookMutation();
  const [made, setMade] = useState<{ url: string; secret: string }>();
  const isSaved = schedule?.webhook === true && isOn;
  const ask = () =>
    void renew(schedule!.id)
      .unwrap()
      .then(setMade, (error: unknown) => toast.error(HOOK.failed, { description: toProblem(error).detail }));
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-center justify-between gap-3">
        <span id={id} className="text-sm font-medium">
          {HOOK.label}
        </span>
        <Switch checked={isOn} onChange={onSwitch} label={HOOK.label} />
      </div>
      <p className="text-xs text-text-2">{isSaved ? HOOK.hint : isOn ? HOOK.unsaved : HOOK.offHint}</p>
      {isSaved ? (
        <Button busy={isLoading} onClick={ask} className="self-start">
          {schedule.has_secret ? HOOK.renew : HOOK.make}
        </Button>
      ) : null}
      {made ? (
        <OnceDialog
          title={HOOK.title(schedule?.title ?? '')}
          description={HOOK.once}
          values={[
            { label: HOOK.address, value: made.url },
            { label: HOOK.secret, value: made.secret },
          ]}
          onClose={() => setMade(undefined)}
        >
          <p className="text-xs text-text-2">{HOOK.how}</p>
        </OnceDialog>
      ) : null}
    </div>
  );
}
