import { Check, CircleAlert, Plus } from 'lucide-react';
import { useState } from 'react';
import { toProblem, useMediaModelsQuery } from '@zo/web/store';
import { Button, toast } from '@zo/web/ui';
import {
  useDisconnectMediaMutation,
  useTestMediaMutation,
  type MediaModel,
  type MediaTask,
} from '../../api/media-models.endpoints';
import { useProvidersQuery } from '../../api/models.endpoints';
import { RowOptions } from '../../frame/row-options';
import { LetterAvatar, Row, Rows, Tag } from '../../frame/rows';
import { MediaForm } from './media-form';
import { MEDIA, MEDIA_TASKS } from './media-messages';

const failed = (what: string) => (error: unknown) => void toast.error(what, { description: toProblem(error).detail });

function ConnectedRow({ connection, onEdit }: { connection: MediaModel; onEdit: () => void }) {
  const [test, { data: result, isLoading }] = useTestMediaMutation();
  const [disconnect, { isLoading: removing }] = useDisconnectMediaMutation();
  const { data: providers } = useProvidersQuery();
  const { task, model, provider_id, base_url, price } = connection;
  const run = () =>
    void test({ task, model, price, ...(provider_id ? { provider_id } : { base_url }) })
      .unwrap()
      .catch(failed(MEDIA.notTested));
  const origin = provider_id ? MEDIA.by(providers?.find(({ id }) => id === provider_id)?.label ?? '') : base_url;
  return (
    <Row
      icon={<LetterAvatar text={model} />}
      label={model}
      hint={
        result && !result.ok
          ? result.message
          : [MEDIA_TASKS[task].does, origin, price === null ? MEDIA.noPrice : MEDIA_TASKS[task].costs(price)].join(
              ' · ',
            )
      }
    >
      {result ? (
        <Tag tone={result.ok ? 'good' : 'bad'}>
          {result.ok ? <Check /> : <CircleAlert />}
          {result.ok ? MEDIA.works : MEDIA.fails}
        </Tag>
      ) : null}
      <Button busy={isLoading} onClick={run}>
        {isLoading ? MEDIA.testing : MEDIA.test}
      </Button>
      <RowOptions
        text={MEDIA}
        name={model}
        onEdit={onEdit}
        question={{ title: MEDIA.removeTitle(model), hint: MEDIA_TASKS[task].removeHint }}
        isRemoving={removing}
        onRemove={() => disconnect(task).unwrap()}
        onFailed={failed(MEDIA.notRemoved)}
      />
    </Row>
  );
}

function TaskRow({ task, models }: { task: MediaTask; models: readonly MediaModel[] }) {
  const [editing, setEditing] = useState(false);
  const connection = models.find((model) => model.task === task) ?? null;
  if (editing) return <MediaForm task={task} connection={connection} onDone={() => setEditing(false)} />;
  if (connection) return <ConnectedRow key={task} connection={connection} onEdit={() => setEditing(true)} />;
  const { none, noneHint, add } = MEDIA_TASKS[task];
  return (
    <Row label={none} hint={noneHint}>
      <Button size="md" aria-label={add} onClick={() => setEditing(true)}>
        <Plus />
        {MEDIA.add}
      </Button>
    </Row>
  );
}

/** RT-07 TL-01 TS-01: the models for images, videos and speech. */
export function MediaModels() {
  const { data: models, isError, refetch } = useMediaModelsQuery();
  if (models === undefined && !isError) return null;
  return (
    <Rows title={MEDIA.title}>
      {models === undefined ? (
        <Row label={MEDIA.failed}>
          <Button onClick={() => void refetch()}>{MEDIA.again}</Button>
        </Row>
      ) : (
        <>
          <TaskRow task="image" models={models} />
          <TaskRow task="video" models={models} />
          <TaskRow task="transcription" models={models} />
        </>
      )}
    </Rows>
  );
}
