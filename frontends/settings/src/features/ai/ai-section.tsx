import { Check, ChevronDown, CircleAlert, Ellipsis, Gauge, Pencil, Plus, Trash2, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { toProblem } from '@zo/web/store';
import { formatCount } from '@zo/web/format';
import { Button, ConfirmDialog, IconButton, Menu, Switch, toast } from '@zo/web/ui';
import {
  useChangeProviderMutation,
  useModelsQuery,
  usePreferenceQuery,
  useProvidersQuery,
  useRemoveProviderMutation,
  useSetPreferenceMutation,
  useTestProviderMutation,
  type Provider,
  type ProviderTest,
} from '../../api/models.endpoints';
import { LetterAvatar, Row, Rows, SectionPage, Tag } from '../../frame/rows';
import { KINDS } from './kinds';
import { LIMITS } from './messages';
import { MediaModels } from './media-models';
import { MemorySection } from './memory';
import { ModelLimits } from './model-limits';
import { Personas } from './personas';
import { ProviderForm } from './provider-form';
import { SkillsSection } from './skills';
import { Trust } from './trust';
import { WebSearch } from './web-search';

function TestTag({ result }: { result: ProviderTest }) {
  if (!result.ok)
    return (
      <Tag tone="bad">
        <CircleAlert />
        Does not answer
      </Tag>
    );
  if (!result.tools)
    return (
      <Tag tone="warn">
        <TriangleAlert />
        {result.streaming ? 'Streams, no tools' : 'No tools'}
      </Tag>
    );
  return (
    <Tag tone="good">
      <Check />
      {result.streaming ? 'Streams and tools' : 'Tools'}
    </Tag>
  );
}

function ProviderRow({ provider, onEdit, onLimits }: { provider: Provider; onEdit: () => void; onLimits: () => void }) {
  const [test, { data: result, isLoading }] = useTestProviderMutation();
  const [change] = useChangeProviderMutation();
  const [remove, { isLoading: removing }] = useRemoveProviderMutation();
  const [asking, setAsking] = useState(false);
  const failed = (what: string) => (error: unknown) => void toast.error(what, { description: toProblem(error).detail });
  const run = () =>
    void test({ kind: provider.kind, id: provider.id, ...(provider.base_url ? { base_url: provider.base_url } : {}) })
      .unwrap()
      .catch(failed('The test could not be run'));
  const hint =
    result && !result.ok
      ? result.message
      : [
          formatCount(provider.models.length, 'model'),
          provider.base_url ?? (provider.has_key ? 'key saved' : 'no key'),
        ].join(', ');
  return (
    <Row icon={<LetterAvatar text={provider.label} />} label={provider.label || KINDS[provider.kind].label} hint={hint}>
      {result ? <TestTag result={result} /> : null}
      <Button busy={isLoading} onClick={run}>
        {isLoading ? 'Testing…' : 'Test'}
      </Button>
      <Switch
        label={`Use ${provider.label}`}
        checked={provider.enabled}
        onChange={(enabled) => void change({ id: provider.id, enabled }).unwrap().catch(failed('Not saved'))}
      />
      <Menu
        label={`Options of ${provider.label}`}
        entries={[
          { label: 'Edit', icon: <Pencil />, onSelect: onEdit },
          { label: LIMITS.menu, icon: <Gauge />, onSelect: onLimits },
          { label: 'Remove', icon: <Trash2 />, danger: true, onSelect: () => setTimeout(() => setAsking(true), 40) },
        ]}
      >
        <IconButton label="Options">
          <Ellipsis />
        </IconButton>
      </Menu>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Remove ${provider.label}?`}
        description="Its key is deleted from this server and cannot be brought back."
        action="Remove"
        busy={removing}
        onConfirm={() =>
          void remove(provider.id)
            .unwrap()
            .then(() => setAsking(false), failed('Not removed'))
        }
      />
    </Row>
  );
}

function DefaultModel() {
  const { data: models = [], isError } = useModelsQuery();
  const { data: preference } = usePreferenceQuery();
  const [setPreference] = useSetPreferenceMutation();
  const chosen = models.find(({ value }) => value === preference?.value) ?? models[0];
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
          entries={models.map(({ value, label, provider_label }) => ({
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

/** RT-07 /settings#your-ai: the model providers, the web search, the models for media, the personas, memory and skills. */
export function AiSection() {
  const { data: providers, isError, refetch } = useProvidersQuery();
  const [editing, setEditing] = useState<string | 'new' | null>(null);
  const [limiting, setLimiting] = useState<string>();
  const done = () => setEditing(null);
  return (
    <SectionPage title="Your AI" lead="Keys are encrypted on this server and never enter your computer.">
      <Rows title="Providers">
        {isError ? (
          <Row label="The providers could not be read">
            <Button onClick={() => void refetch()}>Try again</Button>
          </Row>
        ) : null}
        {providers?.map((provider) =>
          editing === provider.id ? (
            <ProviderForm key={provider.id} provider={provider} onDone={done} />
          ) : limiting === provider.id ? (
            <ModelLimits key={provider.id} provider={provider} onDone={() => setLimiting(undefined)} />
          ) : (
            <ProviderRow
              key={provider.id}
              provider={provider}
              onEdit={() => setEditing(provider.id)}
              onLimits={() => setLimiting(provider.id)}
            />
          ),
        )}
        {editing === 'new' ? (
          <ProviderForm onDone={done} />
        ) : (
          <Row
            label={providers?.length ? 'Another provider' : 'No provider yet'}
            hint={
              providers?.length
                ? 'OpenAI, Anthropic, Google, xAI, Ollama or anything compatible'
                : 'Add a key, or the address of a model on your own machine'
            }
          >
            <Button size="md" variant={providers?.length ? 'outline' : 'primary'} onClick={() => setEditing('new')}>
              <Plus />
              Add
            </Button>
          </Row>
        )}
      </Rows>
      <Personas />
      <MemorySection />
      <SkillsSection />
      <WebSearch />
      <MediaModels />
      <Trust />
      <Rows title="Defaults">
        <DefaultModel />
      </Rows>
    </SectionPage>
  );
}
