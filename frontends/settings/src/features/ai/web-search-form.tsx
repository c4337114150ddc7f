import { ChevronDown } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { toProblem } from '@zo/web/store';
import { Button, Field, Menu, toast } from '@zo/web/ui';
import {
  useConnectSearchMutation,
  useTestSearchMutation,
  type SearchConnection,
  type SearchKind,
} from '../../api/web-search.endpoints';
import { FormEnd } from '../../frame/form-end';
import { WEB_SEARCH } from './messages';
import { SEARCH_KINDS, SEARCH_ORDER } from './search-kinds';

/** Connects a search service. It is tested first, so that only a working one is saved. */
export function WebSearchForm({ connection, onDone }: { connection: SearchConnection | null; onDone: () => void }) {
  const [kind, setKind] = useState<SearchKind>(connection?.kind ?? 'brave');
  const [problem, setProblem] = useState<string>();
  const [test, { isLoading: testing }] = useTestSearchMutation();
  const [connect, { isLoading: connecting }] = useConnectSearchMutation();
  const { label, address, hint } = SEARCH_KINDS[kind];
  const known = connection?.kind === kind ? connection : null;

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const text = (name: string) => String(fields.get(name) ?? '').trim();
    const base_url = address ? text('base_url') : known?.base_url;
    const body = {
      kind,
      ...(base_url ? { base_url } : {}),
      ...(text('api_key') ? { api_key: text('api_key') } : {}),
      price: text('price') === '' ? null : Number(text('price')),
    };
    setProblem(undefined);
    try {
      const result = await test(body).unwrap();
      if (!result.ok) return setProblem(result.message);
      await connect(body).unwrap();
      toast.success(WEB_SEARCH.saved(label));
      onDone();
    } catch (error) {
      setProblem(toProblem(error).detail);
    }
  };
  return (
    <form
      aria-label={WEB_SEARCH.title}
      onSubmit={(event) => void submit(event)}
      className="flex flex-col gap-3.5 px-4 py-4"
    >
      <div className="flex flex-col gap-1.5">
        <span className="text-sm font-medium">{WEB_SEARCH.service}</span>
        <Menu
          label={WEB_SEARCH.service}
          align="start"
          entries={SEARCH_ORDER.map((choice) => ({
            label: SEARCH_KINDS[choice].label,
            checked: choice === kind,
            onSelect: () => (setProblem(undefined), setKind(choice)),
          }))}
        >
          <Button
            size="lg"
            aria-label={`${WEB_SEARCH.service}: ${label}`}
            className="w-full justify-between! px-2.5 font-normal"
          >
            {label}
            <ChevronDown />
          </Button>
        </Menu>
        <p className="text-xs text-text-2">{hint}</p>
      </div>
      {address ? (
        <Field
          label={WEB_SEARCH.address}
          name="base_url"
          type="url"
          required
          placeholder={address}
          defaultValue={known?.base_url ?? ''}
        />
      ) : (
        <Field
          key={kind}
          label={WEB_SEARCH.key}
          name="api_key"
          type="password"
          autoComplete="off"
          required={!known?.has_key}
          placeholder={known?.has_key ? WEB_SEARCH.unchanged : ''}
          hint={WEB_SEARCH.keyHint}
        />
      )}
      <Field
        key={`${kind} price`}
        label={WEB_SEARCH.price}
        name="price"
        type="number"
        inputMode="decimal"
        min={0}
        max={100_000}
        step="any"
        placeholder={WEB_SEARCH.unknown}
        defaultValue={known?.price ?? ''}
        hint={WEB_SEARCH.priceHint}
      />
      <FormEnd
        problem={problem}
        action={testing ? WEB_SEARCH.testing : WEB_SEARCH.save}
        busy={testing || connecting}
        onCancel={onDone}
      />
    </form>
  );
}
