import { useState, type FormEvent } from 'react';
import { toProblem } from '@zo/web/store';
import { Button, Input, toast } from '@zo/web/ui';
import {
  useProvePhoneMutation,
  useRemovePhoneMutation,
  useStartPhoneMutation,
  type Overview,
} from '../../api/channels.endpoints';
import { Row, Rows, Tag } from '../../frame/rows';
import { CHANNELS } from './messages';

const failed = (error: unknown) => void toast.error(CHANNELS.notDone, { description: toProblem(error).detail });

/** One field with its button. */
function OneField({
  field,
  action,
  busy,
  onSubmit,
}: {
  field: { label: string; placeholder: string; type: 'tel' | 'text'; autoComplete: string };
  action: string;
  busy: boolean;
  onSubmit: (text: string) => void;
}) {
  const [text, setText] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(text.trim());
  };
  const { label, ...rest } = field;
  return (
    <form onSubmit={submit} className="flex flex-wrap items-center gap-2 px-4 py-3">
      <Input
        aria-label={label}
        required
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="min-w-40 flex-1"
        {...rest}
      />
      <Button type="submit" size="md" busy={busy}>
        {action}
      </Button>
    </form>
  );
}

/** CM-01: the phone that Zo writes to and is written from. */
export function PhoneRows({ phone: { number, state, provider, new_number: newNumber } }: Pick<Overview, 'phone'>) {
  const [start, starting] = useStartPhoneMutation();
  const [prove, proving] = useProvePhoneMutation();
  const [remove, removing] = useRemovePhoneMutation();
  const [isChanging, setChanging] = useState(false);
  const canChange = provider !== null && !newNumber && (state === 'proven' || state === 'stopped');
  const send = (text: string) =>
    start(text)
      .unwrap()
      .then(() => setChanging(false), failed);
  if (!provider && state === 'none')
    return (
      <Rows title={CHANNELS.phone}>
        <Row label={CHANNELS.noProvider} hint={CHANNELS.noProviderHint} />
      </Rows>
    );
  return (
    <Rows title={CHANNELS.phone}>
      {provider ? (
        <Row
          label={CHANNELS.text}
          hint={
            <>
              <code className="block font-mono text-xs">{provider}</code>
              {CHANNELS.textHint}
            </>
          }
        />
      ) : null}
      {number ? (
        <Row label={number} hint={CHANNELS.phoneStates[state]}>
          {state === 'proven' ? <Tag tone="good">{CHANNELS.proven}</Tag> : null}
          {state === 'code' && provider ? (
            <Button busy={starting.isLoading} onClick={() => void send(number)}>
              {CHANNELS.sendAgain}
            </Button>
          ) : null}
          {canChange ? (
            <Button onClick={() => setChanging(!isChanging)}>
              {isChanging ? CHANNELS.cancel : CHANNELS.changeNumber}
            </Button>
          ) : null}
          <Button busy={removing.isLoading} onClick={() => void remove().unwrap().catch(failed)}>
            {CHANNELS.remove}
          </Button>
        </Row>
      ) : null}
      {newNumber && number ? (
        <Row label={newNumber} hint={CHANNELS.newNumber(number)}>
          <Button busy={starting.isLoading} onClick={() => void send(newNumber)}>
            {CHANNELS.sendAgain}
          </Button>
        </Row>
      ) : null}
      {state === 'code' || newNumber ? (
        <OneField
          field={{ label: CHANNELS.code, placeholder: '123456', type: 'text', autoComplete: 'one-time-code' }}
          action={CHANNELS.confirm}
          busy={proving.isLoading}
          onSubmit={(code) => void prove(code).unwrap().catch(failed)}
        />
      ) : null}
      {state === 'none' || (canChange && isChanging) ? (
        <OneField
          field={{ label: CHANNELS.number, placeholder: '+49 151 12345678', type: 'tel', autoComplete: 'tel' }}
          action={CHANNELS.sendCode}
          busy={starting.isLoading}
          onSubmit={(text) => void send(text)}
        />
      ) : null}
    </Rows>
  );
}
