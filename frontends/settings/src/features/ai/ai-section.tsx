import { ChevronDown, Plus } from 'lucide-react';
import { useState } from 'react';
import { toProblem, useMeQuery } from '@zo/web/store';
import { Button, Menu, toast } from '@zo/web/ui';
import {
  useModelsQuery,
  usePreferenceQuery,
  useProvidersQuery,
  useSetPreferenceMutation,
} from '../../api/models.endpoints';
import { useProviderSharesQuery } from '../../api/provider-shares.endpoints';
import { Row, Rows, SectionPage } from '../../frame/rows';
import { MediaModels } from './media-models';
import { MemorySection } from './memory';
import { ModelLimits } from './model-limits';
import { Personas } from './personas';
import { ProviderForm } from './provider-form';
import { SkillsSection } from './skills';
import { ProviderRow, type ProviderTask } from './provider-row';
import { ProviderShareForm } from './provider-share';
import { SHARING } from './sharing-messages';
import { Spending } from './spending';
import { Trust } from './trust';
import { WebSearch } from './web-search';

function DefaultModel() {
  const { data: models = [], isError } = useModelsQuery();
  const { data: preference } = usePreferenceQuery();
  const [setPreference] = useSetPreferenceMutation();
  const open = models.filter(({ subscribers_only }) => !subscribers_only);
  const chosen = open.find(({ value }) => value === preference?.value) ?? open[0];
  const choose = (value: string) =>
    void setPreference({ value })
      .unwrap()
      .then(
        () => toast.success('Saved'),
        (error: unknown) => toast.error('Failed to update model preference', { description: toProblem(error).detail }),
      );
  return (
    <Row
      label="Model for new chats"
      hint={
        isError
          ? 'Failed to fetch models'
          : chosen?.helper
            ? 'The built-in helper works without a key and can do simple things with your files'
            : 'Each chat can use another one'
      }
    >
      {chosen ? (
        <Menu
          label="Models"
          entries={open.map(({ value, label, provider_label }) => ({
            label,
            ...(models.some((other) => other.label === label && other.value !== value) && { hint: provider_label }),
            checked: value === chosen.value,
            onSelect: () => choose(value),
          }))}
        >
          <Button size="md" className="max-w-56">
            <span className="truncate">{chosen.label}</span>
            <ChevronDown />
          </Button>
        </Menu>
      ) : null}
    </Row>
  );
}

const FORMS = { edit: ProviderForm, limits: ModelLimits, share: ProviderShareForm } as const;

/** The model providers of the user; the owner may share them. */
function Providers() {
  const { data: me } = useMeQuery();
  const { data: providers, isError, refetch } = useProvidersQuery();
  const sharing = useProviderSharesQuery(undefined, { skip: !me?.is_owner });
  const { data: shares } = sharing;
  const { data: models = [] } = useModelsQuery();
  const shared = models.filter((model) => model.shared).length;
  const [adding, setAdding] = useState(false);
  const [open, setOpen] = useState<{ id: string; task: ProviderTask }>();
  return (
    <Rows title="Providers">
      {isError ? (
        <Row label="The providers could not be read">
          <Button onClick={() => void refetch()}>Try again</Button>
        </Row>
      ) : null}
      {sharing.isError ? (
        <Row label={SHARING.unread}>
          <Button onClick={() => void sharing.refetch()}>Try again</Button>
        </Row>
      ) : null}
      {providers?.map((provider) => {
        const share = shares?.find(({ provider_id }) => provider_id === provider.id);
        if (open?.id !== provider.id)
          return (
            <ProviderRow
              key={provider.id}
              provider={provider}
              share={share}
              mayShare={shares !== undefined}
              onTask={(task) => setOpen({ id: provider.id, task })}
            />
          );
        const Form = FORMS[open.task];
        return <Form key={provider.id} provider={provider} share={share} onDone={() => setOpen(undefined)} />;
      })}
      {shared > 0 ? <Row label={SHARING.fromOwner} hint={SHARING.fromOwnerHint(shared)} /> : null}
      {adding ? (
        <ProviderForm onDone={() => setAdding(false)} />
      ) : (
        <Row
          label={providers?.length ? 'Another provider' : 'No provider yet'}
          hint={
            providers?.length
              ? 'OpenAI, Anthropic, Google, xAI, Ollama or anything compatible'
              : 'Add a key, or the address of a model on your own machine'
          }
        >
          <Button size="md" variant={providers?.length ? 'outline' : 'primary'} onClick={() => setAdding(true)}>
            <Plus />
            Add
          </Button>
        </Row>
      )}
    </Rows>
  );
}

/**
 * RT-07 /settings#your-ai: the model providers, the web search, the models for media, the personas, memory and skills.
 */
export function AiSection() {
  return (
    <SectionPage title="Your AI" lead="Keys are encrypted on this server and never enter your computer.">
      <Providers />
      <Personas />
      <MemorySection />
      <SkillsSection />
      <WebSearch />
      <MediaModels />
      <Trust />
      <Spending />
      <Rows title="Defaults">
        <DefaultModel />
      </Rows>
    </SectionPage>
  );
}
