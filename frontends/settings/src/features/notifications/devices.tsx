import { useState } from 'react';
import { ownDevice, setOwnDevice, unsubscribe } from '@zo/web/notices';
import { toProblem } from '@zo/web/store';
import { Button, toast } from '@zo/web/ui';
import {
  useAddPushDeviceMutation,
  usePushDevicesQuery,
  useRemovePushDeviceMutation,
  useTestPushDeviceMutation,
} from '../../api/devices.endpoints';
import { Row, Rows, Tag } from '../../frame/rows';
import { deviceName } from '../../frame/device-name';
import { DEVICES } from './messages';
import { canBeTold, subscribe } from './push';

const failed = (error: unknown) => void toast.error(DEVICES.notDone, { description: toProblem(error).detail });

/** AP-02: browsers that are told of news while no page is open. */
export function Devices() {
  const { data } = usePushDevicesQuery();
  const [add] = useAddPushDeviceMutation();
  const [test] = useTestPushDeviceMutation();
  const [remove] = useRemovePushDeviceMutation();
  const [busy, setBusy] = useState(false);
  const [own, setOwn] = useState(ownDevice);
  if (!data) return null;
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
    } catch (error) {
      failed(error);
    }
  };

  const isListed = devices.some(({ id }) => id === own);
  return (
    <Rows title={DEVICES.title}>
      {devices.map(({ id, name }) => (
        <Row key={id} label={name} hint={DEVICES.told}>
          {id === own ? <Tag tone="good">{DEVICES.this}</Tag> : null}
          <Button onClick={() => void test(id).unwrap().catch(failed)}>{DEVICES.test}</Button>
          <Button onClick={() => void removeOne(id)}>{DEVICES.remove}</Button>
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
