import { ChevronDown } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { toProblem } from '@zo/web/store';
import { Button, Field, Menu, toast } from '@zo/web/ui';
import {
  useAddProviderMutation,
  useChangeProviderMutation,
  useTestProviderMutation,
  type Provider,
  type ProviderKind,
} from '../../api/models.endpoints';
import { FormEnd } from '../../frame/form-end';
import { KINDS, KIND_ORDER } from './kinds';

/** Adds or changes a provider. It is tested first, so that only working settings are saved. */
export function ProviderForm({ provider, onDone }: { provider?: Provider; onDone: () => void }) {
  const [kind, setKind] = useState<ProviderKind>(provider?.kind ?? 'openai');
  const [problem, setProblem] = useState<string>();
  const [test, { isLoading: testing }] = useTestProviderMutation();
  const [add, { isLoading: adding }] = useAddProviderMutation();
  const [change, { isLoading: changing }] = useChangeProviderMutation();
  const { label, needsKey, address, hint } = KINDS[kind];
  const keep = provider?.has_key ?? false;

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const text = (name: string) => String(fields.get(name) ?? '').trim();
    const filled = {
      ...(text('api_key') ? { api_key: text('api_key') } : {}),
      ...(text('base_url') ? { base_url: text('base_url') } : {}),
    };
    setProblem(undefined);
    try {
      const result = await test({ kind, ...filled, ...(provider ? { id: provider.id } : {}) }).unwrap();
      if (!result.ok) return setProblem(result.message);
      const body = { ...filled, label: text('label') || label };
      if (provider) await change({ id: provider.id, ...body }).unwrap();
      else await add({ kind, ...body, models: result.models }).unwrap();
      toast.success(
        `${body.label} ${provider ? 'saved' : 'added'}${result.tools ? '' : '. It answers, but cannot use tools.'}`,
      );
      onDone();
    } catch (error) {
      setProblem(toProblem(error).detail);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-3.5 px-4 py-4">
      {provider ? null : (
        <div className="flex flex-col gap-1.5">
          <span className="text-sm font-medium">Provider</span>
          <Menu
            label="Provider"
            align="start"
            entries={KIND_ORDER.map((choice) => ({
              label: KINDS[choice].label,
              checked: choice === kind,
              onSelect: () => setKind(choice),
            }))}
          >
            <Button size="lg" className="w-full justify-between! px-2.5 font-normal" aria-label={`Provider: ${label}`}>
              {label}
              <ChevronDown />
            </Button>
          </Menu>
          <p className="text-xs text-text-3">{hint}</p>
        </div>
      )}
      {address ? (
        <Field
          key={`${kind}-url`}
          label="Address"
          name="base_url"
          type="url"
          required
          placeholder={address}
          defaultValue={provider?.base_url ?? (kind === 'ollama' ? address : '')}
        />
      ) : null}
      <Field
        label={needsKey ? 'Key' : 'Key (optional)'}
        name="api_key"
        type="password"
        autoComplete="off"
        required={needsKey && !keep}
        placeholder={keep ? 'Unchanged' : ''}
        hint="Stored encrypted on this server; it never enters your computer"
      />
      <Field
        label="Name (optional)"
        name="label"
        placeholder={label}
        defaultValue={provider?.label ?? ''}
        autoComplete="off"
      />
      <FormEnd
        problem={problem}
        action={testing ? 'Testing…' : provider ? 'Test and save' : 'Test and add'}
        busy={testing || adding || changing}
        onCancel={onDone}
      />
    </form>
  );
}
