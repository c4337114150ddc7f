import { ChevronDown } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { toProblem } from '@zo/web/store';
import { Button, Field, Menu, toast } from '@zo/web/ui';
import {
  useConnectMediaMutation,
  useTestMediaMutation,
  type MediaModel,
  type MediaTask,
} from '../../api/media-models.endpoints';
import { useProvidersQuery, type ProviderKind } from '../../api/models.endpoints';
import { FormEnd } from '../../frame/form-end';
import { MEDIA, MEDIA_TASKS } from './media-messages';

/** Providers that do a task: by the protocol of OpenAI, and Google by its own for videos. */
const canDo = (kind: ProviderKind, task: MediaTask) =>
  kind === 'openai' || kind === 'openai-compatible' || (kind === 'google' && task === 'video');

interface MediaFormProps {
  task: MediaTask;
  connection: MediaModel | null;
  onDone: () => void;
}

/** Connects a model. It is tested first, so that only a working one is saved. */
export function MediaForm({ task, connection, onDone }: MediaFormProps) {
  const { data: all = [] } = useProvidersQuery();
  const providers = all.filter(({ kind, enabled }) => enabled && canDo(kind, task));
  const [chosen, setChosen] = useState<string | null | undefined>(connection ? connection.provider_id : undefined);
  const [problem, setProblem] = useState<string>();
  const [test, { isLoading: testing }] = useTestMediaMutation();
  const [connect, { isLoading: connecting }] = useConnectMediaMutation();
  const { form, placeholder, testHint, price } = MEDIA_TASKS[task];
  const provider = providers.find(({ id }) => id === (chosen === undefined ? providers[0]?.id : chosen));

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const text = (name: string) => String(fields.get(name) ?? '').trim();
    const body = {
      task,
      model: text('model'),
      ...(provider ? { provider_id: provider.id } : { base_url: text('base_url') }),
      ...(text('api_key') ? { api_key: text('api_key') } : {}),
      price: text('price') === '' ? null : Number(text('price')),
    };
    setProblem(undefined);
    try {
      const result = await test(body).unwrap();
      if (!result.ok) return setProblem(result.message);
      await connect(body).unwrap();
      toast.success(MEDIA.saved(body.model));
      onDone();
    } catch (error) {
      setProblem(toProblem(error).detail);
    }
  };
  return (
    <form aria-label={form} onSubmit={(event) => void submit(event)} className="flex flex-col gap-3.5 px-4 py-4">
      <div className="flex flex-col gap-1.5">
        <span className="text-sm font-medium">{MEDIA.service}</span>
        <Menu
          label={MEDIA.service}
          align="start"
          entries={[
            ...providers.map(({ id, label }) => ({
              label,
              checked: id === provider?.id,
              onSelect: () => (setProblem(undefined), setChosen(id)),
            })),
            {
              label: MEDIA.other,
              checked: !provider,
              onSelect: () => (setProblem(undefined), setChosen(null)),
            },
          ]}
        >
          <Button
            size="lg"
            aria-label={`${MEDIA.service}: ${provider?.label ?? MEDIA.other}`}
            className="w-full justify-between! px-2.5 font-normal"
          >
            <span className="truncate">{provider?.label ?? MEDIA.other}</span>
            <ChevronDown />
          </Button>
        </Menu>
        <p className="text-xs text-text-2">{provider ? MEDIA.providerHint : MEDIA.otherHint}</p>
      </div>
      {provider ? null : (
        <>
          <Field
            label={MEDIA.address}
            name="base_url"
            type="url"
            required
            placeholder={MEDIA.addressPlaceholder}
            defaultValue={connection?.base_url ?? ''}
          />
          <Field
            label={MEDIA.key}
            name="api_key"
            type="password"
            autoComplete="off"
            placeholder={connection?.has_key ? MEDIA.unchanged : ''}
            hint={MEDIA.keyHint}
          />
        </>
      )}
      <Field
        label={MEDIA.model}
        name="model"
        required
        maxLength={200}
        placeholder={placeholder}
        defaultValue={connection?.model ?? ''}
        hint={testHint}
      />
      <Field
        label={price}
        name="price"
        type="number"
        inputMode="decimal"
        min={0}
        max={100_000}
        step="any"
        placeholder={MEDIA.unknown}
        defaultValue={connection?.price ?? ''}
        hint={MEDIA.priceHint}
      />
      <FormEnd
        problem={problem}
        action={testing ? MEDIA.testing : MEDIA.save}
        busy={testing || connecting}
        onCancel={onDone}
      />
    </form>
  );
}
