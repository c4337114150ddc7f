import { turnNoticesOff, turnNoticesOn, useNotices } from '@zo/web/notices';
import { Switch } from '@zo/web/ui';
import { Row, Rows, SectionPage } from '../../frame/rows';
import { AskedByRows } from './asked-by';
import { Devices } from './devices';
import { NOTICES } from './messages';

/** AP-02: what this browser tells its user. */
export function NotificationsSection() {
  const state = useNotices();
  return (
    <SectionPage title={NOTICES.title} lead={NOTICES.lead}>
      <Rows>
        <Row label={NOTICES.answers} hint={NOTICES.hints[state]}>
          <Switch
            label={NOTICES.answers}
            checked={state === 'on'}
            disabled={state === 'blocked' || state === 'unsupported'}
            onChange={(on) => (on ? void turnNoticesOn() : turnNoticesOff())}
          />
        </Row>
      </Rows>
      <Devices />
      <AskedByRows />
    </SectionPage>
  );
}
