import { Check, ChevronDown, Plus, Search } from 'lucide-react';
import { useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { Link } from '@zo/web/router';
import { Button, Popover, cn } from '@zo/web/ui';
import type { ModelEntry } from '../../../api/types';
import { TEXT } from '../../../messages';
import { compact, cutoffLabel, vendorName } from './compact';
import { nameIn } from './name-in';
import { ModelSettings } from './model-settings';
import { useModels } from './use-models';

const order = (a: ModelEntry, b: ModelEntry) => a.priority - b.priority || a.label.localeCompare(b.label);

/** MD-02: selects the model that answers. */
export function ModelPicker() {
  const [open, setOpen] = useState(false);
  const { models, current, preference, change, isError, refetch } = useModels();
  const level =
    preference.reasoning?.kind === 'level' && current?.reasoning?.kind === 'levels'
      ? preference.reasoning.level
      : undefined;
  return (
    <Popover
      open={open}
      onOpenChange={(next) => {
        if (next) void refetch();
        setOpen(next);
      }}
      label="Models"
      side="top"
      align="end"
      className={cn(
        'flex max-h-[min(30rem,var(--radix-popover-content-available-height))]',
        'w-[min(24rem,calc(100vw-1rem))] flex-col p-0',
      )}
      trigger={
        <Button
          variant="quiet"
          className="min-w-0 shrink! font-normal"
          aria-label={`Model: ${current ? nameIn(models, current) : 'none'}`}
        >
          <span className="truncate">
            {current ? nameIn(models, current) : 'Model'}
            {level ? ` · ${level}` : ''}
          </span>
          <ChevronDown className="size-3.5!" />
        </Button>
      }
    >
      {isError ? (
        <div role="alert" className="flex items-center gap-2 p-3 text-sm">
          <span className="flex-1">{TEXT.modelsFailed}</span>
          <Button onClick={() => void refetch()}>Try again</Button>
        </div>
      ) : (
        <ModelList
          models={models}
          current={current}
          onChoose={(model) => (change({ ...preference, value: model.value }), setOpen(false))}
        />
      )}
      {current ? (
        <ModelSettings model={current} preference={{ ...preference, value: current.value }} onChange={change} />
      ) : null}
      <Link
        to="/settings#your-ai"
        onClick={() => setOpen(false)}
        className={cn(
          'flex h-9 shrink-0 items-center gap-2 border-t border-line-1 px-3 text-sm text-accent-text',
          'hover:bg-surface-3',
        )}
      >
        <Plus className="size-4" />
        {TEXT.addModel}
      </Link>
    </Popover>
  );
}

function ModelList({
  models,
  current,
  onChoose,
}: {
  models: readonly ModelEntry[];
  current?: ModelEntry;
  onChoose: (model: ModelEntry) => void;
}) {
  const [q, setQ] = useState('');
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const found = useMemo(() => {
    const words = q.toLowerCase().split(/\s+/).filter(Boolean);
    const text = (model: ModelEntry) =>
      `${model.label} ${model.slug} ${vendorName(model.vendor_slug, model.provider_label)} ${model.description}`.toLowerCase();
    return models.toSorted(order).filter((model) => words.every((word) => text(model).includes(word)));
  }, [models, q]);
  const open = found.filter(({ subscribers_only }) => !subscribers_only);
  const closed = found.filter(({ subscribers_only }) => subscribers_only);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && open[at]) onChoose(open[at]);
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || open.length === 0) return;
    event.preventDefault();
    const next = (at + step + open.length) % open.length;
    setAt(next);
    list.current?.querySelector(`[data-index="${next}"]`)?.scrollIntoView({ block: 'nearest' });
  };

  return (
    <>
      <div className="flex h-10 shrink-0 items-center gap-2 border-b border-line-1 px-3">
        <Search aria-hidden className="size-4 text-text-3" />
        <input
          role="combobox"
          aria-expanded
          aria-controls={id}
          aria-activedescendant={open[at] ? `${id}-${at}` : undefined}
          aria-label="Search models"
          placeholder="Search models"
          value={q}
          onChange={(event) => (setQ(event.target.value), setAt(0))}
          onKeyDown={onKeyDown}
          className="min-w-0 flex-1 bg-transparent text-sm outline-none"
        />
      </div>
      <div ref={list} id={id} role="listbox" aria-label="Models" className="min-h-0 flex-1 overflow-y-auto p-1">
        {open.map((model, index) => (
          <div
            key={model.value}
            id={`${id}-${index}`}
            data-index={index}
            role="option"
            aria-selected={model.value === current?.value}
            onPointerMove={() => setAt(index)}
            onClick={() => onChoose(model)}
            className={cn('rounded-md px-2 py-1.5', index === at && 'bg-surface-3')}
          >
            <ModelLine model={model} name={nameIn(models, model)} chosen={model.value === current?.value} />
          </div>
        ))}
        {closed.length ? (
          <h3 className="px-2 pt-2 pb-1 text-xs font-medium text-text-2">{TEXT.subscribersOnly}</h3>
        ) : null}
        {closed.map((model) => (
          <div
            key={model.value}
            role="option"
            aria-selected={false}
            aria-disabled
            className="flex items-center gap-2 rounded-md px-2 py-1.5"
          >
            <div className="min-w-0 flex-1 opacity-60">
              <ModelLine model={model} name={nameIn(models, model)} />
            </div>
            <Link
              to="/billing"
              className={cn(
                'shrink-0 rounded-full bg-accent-soft px-2 py-0.5 text-xs font-medium text-accent-text',
                'hover:underline',
              )}
            >
              {TEXT.upgrade}
            </Link>
          </div>
        ))}
        {found.length === 0 ? <p className="px-2 py-3 text-sm text-text-2">No model is called that</p> : null}
      </div>
    </>
  );
}

function ModelLine({ model, name, chosen }: { model: ModelEntry; name: string; chosen?: boolean }) {
  const facts = [
    vendorName(model.vendor_slug, model.provider_label),
    model.shared ? TEXT.fromOwner : '',
    model.context_window ? `${compact(model.context_window)} context` : '',
    model.knowledge_cutoff_date ? `knows until ${cutoffLabel(model.knowledge_cutoff_date)}` : '',
  ].filter((fact, index, all) => fact && !model.description.includes(fact) && all.indexOf(fact) === index);
  return (
    <>
      <div className="flex items-center gap-2 text-sm font-medium">
        <span className="min-w-0 flex-1 truncate">{name}</span>
        {chosen ? <Check aria-label="Chosen" className="size-4 text-accent-text" /> : null}
      </div>
      <div className="text-xs text-text-2">{model.description}</div>
      {facts.length ? <div className="text-xs text-text-2">{facts.join(' · ')}</div> : null}
    </>
  );
}
