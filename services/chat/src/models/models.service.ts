import { Inject, Injectable } from '@nestjs/common';
import { audit } from '@zo/audit';
import type { Ctx } from '@zo/auth';
import { Database } from '@zo/db';
import { errors } from '@zo/errors';
import type { LanguageModel } from 'ai';
import { CHAT_CONFIG, type ChatConfig } from '../config.js';
import { chatErrors } from '../errors.js';
import { HelperModel } from './built-in/helper.model.js';
import { catalogue, HELPER_VALUE, helperEntry, type ModelEntry, parseValue } from './catalogue.js';
import { ConnectedModels } from './connected-models.js';
import { listModels } from './discovery.js';
import type { CreateProvider, Preference, PreferenceInput, TestProvider, UpdateProvider } from './models.dto.js';
import { Plans } from './plans.service.js';
import { type Plan } from './plan.entity.js';
import { probe, type ProbeResult } from './probe.js';
import type { Price } from '../allowances/price.js';
import { type Connection, LABELS, type ModelName, NEEDS_KEY, priceOf } from './provider.js';
import type { ProviderRow } from './provider.entity.js';
import { type ProviderSettings, ProvidersRepository } from './providers.repository.js';
import { SecretBox } from './secret-box.js';

const MAX_PROVIDERS = 20;

export interface ChosenModel {
  readonly entry: ModelEntry;
  /** Undefined for the built-in helper. */
  readonly provider?: Connection & { readonly id: string; readonly payerId: string };
  /** What it costs; undefined: not known. */
  readonly price?: Price;
  /** Milliseconds of silence after which a request is given up, if the user has set them. */
  readonly patienceMs?: number;
  readonly preference: Preference;
}

@Injectable()
export class ModelsService {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly database: Database,
    private readonly providers: ProvidersRepository,
    private readonly secrets: SecretBox,
    private readonly connected: ConnectedModels,
    private readonly plans: Plans,
    @Inject(CHAT_CONFIG) private readonly config: ChatConfig,
  ) {}

  /** MD-01: the models the user can choose, the built-in helper last; and those that only another plan includes. */
  available(ctx: Ctx): Promise<ModelEntry[]> {
    return this.database.read(ctx, async (tx) => {
      const [rows, plan] = await Promise.all([this.providers.allOpen(tx), this.plans.of(tx)]);
      return onPlan(catalogue(seenBy(tx, rows)), plan);
    });
  }

  list(ctx: Ctx): Promise<ProviderRow[]> {
    return this.database.read(ctx, (tx) => this.providers.all(tx));
  }

  /** Adds a provider. If no models are given, asks the provider; if that fails, adds it without models. */
  async create(ctx: Ctx, input: CreateProvider): Promise<ProviderRow> {
    const connection = this.connectionOf(ctx, input);
    const known = await listModels(connection).catch(() => []);
    const models = input.models ? named(input.models, known) : known;
    const id = crypto.randomUUID();
    const key = input.api_key ? this.secrets.seal(input.api_key, { userId: ctx.userId, id }) : null;
    const label = input.label ?? LABELS[input.kind];
    return this.database.tx(ctx, async (tx) => {
      if ((await this.providers.all(tx)).length >= MAX_PROVIDERS) throw chatErrors.tooManyProviders();
      audit(tx, 'provider.added', { target: id, kind: input.kind, key: key ? 'given' : 'none' });
      return this.providers.add(tx, {
        id,
        userId: ctx.userId,
        kind: input.kind,
        label,
        baseUrl: input.base_url ?? null,
        key,
        models,
        enabled: true,
        allowPrivate: ctx.owner,
      });
    });
  }

  /**
   * Changes a provider. A new address requires the key again, so that a key is never sent to an address it was not
   * entered for.
   */
  async update(ctx: Ctx, id: string, input: UpdateProvider): Promise<ProviderRow> {
    const changed = await this.database.tx(ctx, async (tx) => {
      const row = await this.providers.byId(tx, id);
      if (!row) throw errors.notFound();
      const moved = input.base_url !== undefined && (input.base_url ?? null) !== row.baseUrl;
      if (moved && row.key && input.api_key === undefined) throw chatErrors.keyForAddress();
      const key =
        input.api_key === undefined ? row.key : input.api_key === '' ? null : this.secrets.seal(input.api_key, row);
      audit(tx, 'provider.changed', {
        target: id,
        kind: row.kind,
        key: input.api_key === undefined ? 'kept' : key ? 'given' : 'removed',
      });
      const settings: ProviderSettings = {
        key,
        label: input.label ?? row.label,
        baseUrl: input.base_url === undefined ? row.baseUrl : input.base_url,
        models: limited(input.models ? named(input.models, row.models) : row.models, input.limits),
        enabled: input.enabled ?? row.enabled,
        allowPrivate: ctx.owner,
      };
      await this.providers.change(tx, id, settings);
      return { ...row, ...settings };
    });
    this.connected.drop(id);
    return changed;
  }

  async remove(ctx: Ctx, id: string): Promise<void> {
    const removed = await this.database.tx(ctx, async (tx) => {
      const found = await this.providers.remove(tx, id);
      if (found) audit(tx, 'provider.removed', { target: id });
      return found;
    });
    if (!removed) throw errors.notFound();
    this.connected.drop(id);
  }

  /** Tests streaming and tool calls with a real request. With `id` the stored key is used if none is given. */
  async test(ctx: Ctx, input: TestProvider): Promise<ProbeResult> {
    const row = input.id ? await this.database.read(ctx, (tx) => this.providers.byId(tx, input.id!)) : null;
    if (input.id && !row) throw errors.notFound();
    const sameAddress = row !== null && row.kind === input.kind && (input.base_url ?? null) === row.baseUrl;
    const api_key = input.api_key || (sameAddress && row.key ? this.secrets.open(row.key, row) : undefined);
    return probe(
      this.connectionOf(ctx, { ...input, api_key }),
      input.model ?? (sameAddress ? row.models[0]?.slug : undefined),
    );
  }

  async preference(ctx: Ctx): Promise<Preference> {
    return this.database.read(ctx, async (tx) => {
      const preference = (await this.providers.preference(tx)) ?? { value: null };
      return preference.value === null
        ? preference
        : { ...preference, value: await this.allowed(tx, preference.value) };
    });
  }

  async setPreference(ctx: Ctx, input: PreferenceInput): Promise<Preference> {
    const { value = null, reasoning, verbosity } = input;
    return this.database.tx(ctx, async (tx) => {
      if (value !== null) find(seenBy(tx, await this.providers.allOpen(tx)), value);
      const preference: Preference = { value: value && (await this.allowed(tx, value)), reasoning, verbosity };
      await this.providers.savePreference(tx, preference);
      return preference;
    });
  }

  /** MD-04: this model, or the first fast one if the plan of the user does not include it. */
  private async allowed(tx: Ctx, value: string): Promise<string> {
    const [rows, plan] = await Promise.all([this.providers.allOpen(tx), this.plans.of(tx)]);
    const entries = onPlan(catalogue(seenBy(tx, rows)), plan);
    const entry = entries.find((candidate) => candidate.value === value);
    return entry?.subscribers_only ? firstOpen(entries).value : value;
  }

  /**
   * Chooses the model for a message in one query: the requested one, else the preferred one, else the first of the
   * catalogue.
   * @throws chat.unknown_model if the requested model is not available
   */
  async choose(ctx: Ctx, wanted: string | undefined): Promise<ChosenModel> {
    const [{ rows: open, preference = { value: null } }, plan] = await this.database.read(ctx, (tx) =>
      // Sent together.
      Promise.all([this.providers.withPreference(tx), this.plans.of(tx)]),
    );
    const rows = seenBy(ctx, open);
    const entries = onPlan(catalogue(rows), plan);
    const asked = wanted === undefined ? undefined : find(rows, wanted).entry.value;
    const named = entries.find(({ value }) => value === (asked ?? preference.value)) ?? entries[0]!;
    const preferred = named.subscribers_only ? firstOpen(entries) : named;
    return { ...this.chosen(find(rows, preferred.value)), preference };
  }

  languageModel({ entry, provider, patienceMs }: Omit<ChosenModel, 'preference'>): LanguageModel {
    if (!provider) return new HelperModel();
    const { id, payerId: _payerId, ...connection } = provider;
    // Twice the loop's own idle timeout, so that the loop reports first; the client's timeout covers what it cannot
    // see.
    return this.connected.get(id, connection, {
      slug: entry.slug,
      idleTimeoutMs: 2 * (patienceMs ?? this.config.ZO_MODEL_IDLE_MS),
    });
  }

  /** Whether the user may still use the model: its provider may have been removed, or is not shared any more. */
  async isOpen(ctx: Ctx, { entry }: Pick<ChosenModel, 'entry'>): Promise<boolean> {
    const open = await this.available(ctx);
    return open.some(({ value, subscribers_only }) => value === entry.value && !subscribers_only);
  }

  /**
   * Stores the context window of a model that has refused a request as too long, or whose provider was asked for it.
   */
  async learnWindow(ctx: Ctx, { entry, provider }: Pick<ChosenModel, 'entry' | 'provider'>, window: number) {
    if (!provider) return;
    await this.database.tx(ctx, async (tx) => {
      const row = await this.providers.byId(tx, provider.id);
      if (!row) return;
      const models = row.models.map((model) => (model.slug === entry.slug ? { ...model, window } : model));
      await this.providers.setModels(tx, row.id, models);
    });
  }

  private chosen({ entry, row }: Found): Omit<ChosenModel, 'preference'> {
    if (!row) return { entry };
    const { id, kind, baseUrl, allowPrivate } = row;
    const model = row.models.find(({ slug }) => slug === entry.slug);
    const patience = model?.patience;
    const price = priceOf(kind, model);
    return {
      entry,
      ...(price && { price }),
      ...(patience !== undefined && { patienceMs: patience * 1_000 }),
      provider: {
        id,
        payerId: row.userId,
        kind,
        baseUrl,
        apiKey: row.key ? this.secrets.open(row.key, row) : '',
        allowPrivate,
      },
    };
  }

  private connectionOf(ctx: Ctx, input: Pick<TestProvider, 'kind' | 'base_url' | 'api_key'>): Connection {
    if (input.kind === 'openai-compatible' && !input.base_url) throw chatErrors.needsAddress();
    if (NEEDS_KEY.has(input.kind) && !input.api_key && !input.base_url) throw chatErrors.needsKey();
    return { kind: input.kind, baseUrl: input.base_url ?? null, apiKey: input.api_key ?? '', allowPrivate: ctx.owner };
  }
}

/** MD-04: a free plan includes fast models only. */
const onPlan = (entries: readonly ModelEntry[], plan: Plan): ModelEntry[] =>
  entries.map((entry) => (plan === 'free' && entry.type !== 'fast' ? { ...entry, subscribers_only: true } : entry));

/** There is one: the built-in helper. */
const firstOpen = (entries: readonly ModelEntry[]): ModelEntry =>
  entries.find(({ subscribers_only }) => !subscribers_only)!;

type OpenProvider = ProviderRow & { readonly shared: boolean };

const seenBy = ({ userId }: Ctx, rows: readonly ProviderRow[]): OpenProvider[] =>
  rows.map((row) => ({ ...row, shared: row.userId !== userId }));

interface Found {
  readonly entry: ModelEntry;
  readonly row?: OpenProvider;
}

function find(rows: readonly OpenProvider[], value: string): Found {
  if (value === HELPER_VALUE) return { entry: helperEntry };
  const parsed = parseValue(value);
  const row = rows.find(({ id }) => id === parsed?.providerId);
  const entry = row && catalogue([row]).find((candidate) => candidate.value === value);
  if (!entry) throw chatErrors.unknownModel({ model: parsed?.slug ?? value });
  return { entry, row };
}

/** Applies what the user has set by hand. */
function limited(models: readonly ModelName[], limits: UpdateProvider['limits'] = []): readonly ModelName[] {
  const set = new Map(limits.map((limit) => [limit.model, limit]));
  return models.map((model) => {
    const limit = set.get(model.slug);
    if (!limit) return model;
    const { slug, label, vision } = model;
    const { context_window: window, patience_seconds: patience, sees } = limit;
    const isKept = limit.price === undefined || isSamePrice(limit.price, model.price);
    const price = isKept ? model.price : limit.price;
    return {
      slug,
      label,
      ...(vision !== undefined && { vision }),
      ...(window !== null && { window }),
      ...(patience !== null && { patience }),
      ...(typeof sees === 'boolean' && { sees }),
      ...(price && { price }),
    };
  });
}

/** Settings send back what they were shown, without what the provider charges for its cache. */
const isSamePrice = (shown: Price | null, known: Price | undefined) =>
  shown !== null && shown.input === known?.input && shown.output === known.output;

const named = (slugs: readonly string[], known: readonly ModelName[] = []): ModelName[] =>
  [...new Set(slugs)].map((slug) => known.find((model) => model.slug === slug) ?? { slug, label: slug });
