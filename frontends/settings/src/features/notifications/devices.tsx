import { useState, type ReactNode } from 'react';
import { ownDevice, setOwnDevice, unsubscribe } from '@zo/web/notices';
import { toProblem } from '@zo/web/store';
import { Button, toast } from '@zo/web/ui';
import {
  useAddPushDeviceMutation,
  usePushDevicesQuery,
  useRemovePushDeviceMutation,
  useTestPushDeviceMutation,
} from '../../api/devices.endpoints';
import { FailedRead } from '../../frame/failed-read';
import { Row, Rows, Tag } from '../../frame/rows';
import { deviceName } from '../../frame/device-name';
import { DEVICES } from './messages';
import { canBeTold, subscribe } from './push';

const failed = (error: unknown) => void toast.error(DEVICES.notDone, { description: toProblem(error).detail });

/** AP-02: browsers that are told of news while no page is open. */
export function Devices() {
  const { data, isError, isFetching, refetch } = usePushDevicesQuery();
  const [add] = useAddPushDeviceMutation();
  const [test] = useTestPushDeviceMutation();
  const [remove] = useRemovePushDeviceMutation();
  const [busy, setBusy] = useState(false);
  const [own, setOwn] = useState(ownDevice);
  if (!data)
    return isError ? (
      <Rows title={DEVICES.title}>
        <FailedRead label={DEVICES.failed} busy={isFetching} onAgain={refetch} />
      </Rows>
    ) : null;
  const { devices, public_key } = data;
  const keepOwn = (id: string | null) => {
    setOwnDevice(id);
    setOwn(id);
  };

  const addThis = async () => {
    setBusy(true);
    try {
      const subscription = await subscribe(public_key);
      if (!subscription) return void toast.error(DEVICES.blocked);
      const known = new Set(devices.map(({ id }) => id));
      const added = await add({ subscription, name: deviceName(navigator.userAgent) }).unwrap();
      const id = added.devices.find((device) => !known.has(device.id))?.id;
      if (id === undefined) return;
      keepOwn(id);
      await test(id).unwrap();
    } catch (error) {
      // A browser without a push service, such as one in a company's network.
      if (error instanceof DOMException) toast.error(DEVICES.notDone, { description: DEVICES.noService });
      else failed(error);
    } finally {
      setBusy(false);
    }
  };
  const removeOne = async (id: string) => {
    try {
      if (id === own) {
        await unsubscribe();
        keepOwn(null);
      }
      await remove(id).unwrap();
      return true;
    } catch (error) {
      failed(error);
      return false;
    }
  };

  const isListed = devices.some(({ id }) => id === own);
  return (
    <Rows title={DEVICES.title}>
      {devices.map(({ id, name }) => (
        <Row key={id} label={name} hint={DEVICES.told}>
          {id === own ? <Tag tone="good">{DEVICES.this}</Tag> : null}
          <Act onAct={() => test(id).unwrap().catch(failed)}>{DEVICES.test}</Act>
          <Act onAct={() => removeOne(id)}>{DEVICES.remove}</Act>
        </Row>
      ))}
      {isListed ? null : (
        <Row label={DEVICES.add} hint={canBeTold() ? DEVICES.addHint : DEVICES.unsupported}>
          <Button busy={busy} disabled={!canBeTold()} onClick={() => void addThis()}>
            {DEVICES.addButton}
          </Button>
        </Row>
      )}
    </Rows>
  );
}

/** A button that takes no second click while what it began goes on. `onAct`: whether its row is gone. */
function Act({ onAct, children }: { onAct: () => Promise<unknown>; children: ReactNode }) {
  const [busy, setBusy] = useState(false);
  const act = async () => {
    setBusy(true);
    if ((await onAct()) !== true) setBusy(false);
  };
  return (
    <Button busy={busy} onClick={() => void act()}>
      {children}
    </Button>
  );
}
