import { toProblem } from '@zo/web/store';
import { Button, Switch, toast } from '@zo/web/ui';
import { useChannelsQuery, type Overview } from '../../api/channels.endpoints';
import { useSetAskedByMutation } from '../../api/telegram.endpoints';
import { Row, Rows } from '../../frame/rows';
import { ASKED_BY } from './messages';

type Channel = keyof Overview['asked_by'];
const CHANNELS: readonly Channel[] = ['email', 'push', 'telegram', 'sms'];

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
  const change = (channel: Channel, on: boolean) =>
    void set({ ...by, [channel]: on })
      .unwrap()
      .catch((failure: unknown) => toast.error(ASKED_BY.notDone, { description: toProblem(failure).detail }));
  const missing = missingOf(overview);
  return (
    <Rows title={ASKED_BY.title}>
      {CHANNELS.map((channel) => (
        <Row key={channel} label={ASKED_BY.labels[channel]} hint={missing[channel] ?? ASKED_BY.hints[channel]}>
          <Switch
            label={ASKED_BY.labels[channel]}
            checked={by[channel]}
            disabled={isLoading}
            onChange={(on) => change(channel, on)}
          />
        </Row>
      ))}
    </Rows>
  );
}

/** What is not set up yet. */
const missingOf = ({ mail, phone, telegram }: Overview): Partial<Record<Channel, string>> => ({
  ...(!mail.sends && { email: ASKED_BY.noServer }),
  ...(!telegram.paired && { telegram: ASKED_BY.noChat }),
  ...(phone.state !== 'proven' && { sms: ASKED_BY.noPhone }),
});
