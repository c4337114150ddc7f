import { useEffect, useState, type FormEvent, type ReactNode } from 'react';
import { toProblem } from '@zo/web/store';
import { Button, Dialog, Field, toast } from '@zo/web/ui';
import { useChannelsQuery, type Overview } from '../../api/channels.endpoints';
import {
  useBeginTelegramMutation,
  useEndTelegramMutation,
  useRemoveBotMutation,
  useSetBotMutation,
  type TelegramCode,
} from '../../api/telegram.endpoints';
import { FormEnd } from '../../frame/form-end';
import { Row, Rows, Tag } from '../../frame/rows';
import { useHasPassed } from '../../frame/use-has-passed';
import { TELEGRAM } from './messages';

/** How often it is looked whether the code has arrived, while it is shown. */
const LOOK_MS = 3_000;
const failed = (error: unknown) => void toast.error(TELEGRAM.notDone, { description: toProblem(error).detail });

function BotForm({ onDone }: { onDone: () => void }) {
  const [set, { isLoading }] = useSetBotMutation();
  const [problem, setProblem] = useState<string>();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const token = String(new FormData(event.currentTarget).get('token') ?? '');
    void set(token)
      .unwrap()
      .then(
        () => (toast.success(TELEGRAM.saved), onDone()),
        (error: unknown) => setProblem(toProblem(error).detail),
      );
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <ol className="flex list-decimal flex-col gap-1 pl-5 text-sm text-text-2">
        {TELEGRAM.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <Field label={TELEGRAM.token} name="token" type="password" autoComplete="off" required />
      <FormEnd problem={problem} action={TELEGRAM.test} busy={isLoading} onCancel={onDone} />
    </form>
  );
}

/** The bot of the installation, for the owner only. */
function BotRow({ telegram: { bot, error } }: Pick<Overview, 'telegram'>) {
  const [open, setOpen] = useState(false);
  const [remove, { isLoading }] = useRemoveBotMutation();
  const label = bot === null ? TELEGRAM.noBot : `@${bot}`;
  return (
    <Row label={label} hint={error ?? (bot === null ? TELEGRAM.noBotHint : TELEGRAM.botHint)}>
      {error === null ? null : <Tag tone="bad">{TELEGRAM.broken}</Tag>}
      <Button size="md" onClick={() => setOpen(true)}>
        {bot === null ? TELEGRAM.setUp : TELEGRAM.change}
      </Button>
      {bot === null ? null : (
        <Button size="md" busy={isLoading} onClick={() => void remove().unwrap().catch(failed)}>
          {TELEGRAM.remove}
        </Button>
      )}
      <Dialog open={open} onOpenChange={setOpen} title={TELEGRAM.form} description={TELEGRAM.formHint}>
        {open ? <BotForm onDone={() => setOpen(false)} /> : null}
      </Dialog>
    </Row>
  );
}

interface CodeProps {
  code: TelegramCode;
  until: number;
  /** Asks for another one. */
  again: ReactNode;
}

/** What pairs the chat of the user, until it is paired. The bot answers nothing to a code that has ended. */
function CodeRow({ code: { code, link, minutes }, until, again }: CodeProps) {
  useChannelsQuery(undefined, { pollingInterval: LOOK_MS });
  if (useHasPassed(until))
    return (
      <Row label={TELEGRAM.ended} hint={TELEGRAM.endedHint}>
        {again}
      </Row>
    );
  return (
    <Row
      label={TELEGRAM.send}
      hint={
        <>
          <code className="block font-mono text-base text-text-1">/start {code}</code>
          {TELEGRAM.codeHint(minutes)}
        </>
      }
    >
      <Button asChild size="md">
        <a href={link} target="_blank" rel="noopener noreferrer">
          {TELEGRAM.open}
        </a>
      </Button>
    </Row>
  );
}

/** CM-01: the bot, and the chat of the user with it. */
export function TelegramRows({ telegram, isOwner }: Pick<Overview, 'telegram'> & { isOwner: boolean }) {
  const { bot, paired, name } = telegram;
  const [begin, { data: code, fulfilledTimeStamp: begun = 0, isLoading, reset }] = useBeginTelegramMutation();
  const [end, ending] = useEndTelegramMutation();
  // A code counts once, also where the chat is unpaired in Telegram.
  useEffect(() => {
    if (paired) reset();
  }, [paired, reset]);
  const show = (
    <Button size="md" busy={isLoading} onClick={() => void begin().unwrap().catch(failed)}>
      {TELEGRAM.pairButton}
    </Button>
  );
  return (
    <Rows title={TELEGRAM.title}>
      {isOwner ? <BotRow telegram={telegram} /> : null}
      {bot === null && !isOwner ? <Row label={TELEGRAM.noBot} hint={TELEGRAM.noBotForMembers} /> : null}
      {paired ? (
        <Row label={name || TELEGRAM.title} hint={TELEGRAM.pairedHint(bot ?? '')}>
          <Tag tone="good">{TELEGRAM.paired}</Tag>
          <Button size="md" busy={ending.isLoading} onClick={() => void end().unwrap().catch(failed)}>
            {TELEGRAM.unpair}
          </Button>
        </Row>
      ) : bot !== null && !code ? (
        <Row label={TELEGRAM.pair} hint={TELEGRAM.pairHint(bot)}>
          {show}
        </Row>
      ) : null}
      {!paired && bot !== null && code ? (
        <CodeRow code={code} until={begun + code.minutes * 60_000} again={show} />
      ) : null}
    </Rows>
  );
}
