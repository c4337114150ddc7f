import { toProblem } from '@zo/web/store';
import { Button, Switch, toast } from '@zo/web/ui';
import { useChannelsQuery, type Overview } from '../../api/channels.endpoints';
import { useSetAskedByMutation } from '../../api/telegram.endpoints';
import { Row, Rows } from '../../frame/rows';
import { ASKED_BY } from './messages';

type Setting = keyof Overview['asked_by'];
/** In the order of the page. */
const SETTINGS: readonly Setting[] = ['email', 'push', 'details', 'telegram', 'sms'];

/** AP-02: how a run that waits asks its user while they are away. */
export function AskedByRows() {
  const { data: overview, error, refetch } = useChannelsQuery();
  const [set, { isLoading }] = useSetAskedByMutation();
  if (error)
    return (
      <Rows title={ASKED_BY.title}>
        <Row label={ASKED_BY.failed} hint={toProblem(error).detail}>
          <Button onClick={() => void refetch()}>{ASKED_BY.again}</Button>
        </Row>
      </Rows>
    );
  if (!overview) return null;
  const { asked_by: by } = overview;
  const change = (setting: Setting, on: boolean) =>
    void set({ [setting]: on })
      .unwrap()
      .catch((failure: unknown) => toast.error(ASKED_BY.notDone, { description: toProblem(failure).detail }));
  const missing = missingOf(overview);
  return (
    <Rows title={ASKED_BY.title}>
      {SETTINGS.map((setting) => (
        <Row key={setting} label={ASKED_BY.labels[setting]} hint={missing[setting] ?? ASKED_BY.hints[setting]}>
          <Switch
            label={ASKED_BY.labels[setting]}
            checked={by[setting]}
            disabled={isLoading || (setting === 'details' && !by.push)}
            onChange={(on) => change(setting, on)}
          />
        </Row>
      ))}
    </Rows>
  );
}

/** What is not set up yet. */
const missingOf = ({ mail, phone, telegram }: Overview): Partial<Record<Setting, string>> => ({
  ...(!mail.sends && { email: ASKED_BY.noServer }),
  ...(!telegram.paired && { telegram: ASKED_BY.noChat }),
  ...(phone.state !== 'proven' && { sms: ASKED_BY.noPhone }),
});
