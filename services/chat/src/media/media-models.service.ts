import { Injectable } from '@nestjs/common';
import { audit } from '@zo/audit';
import type { Ctx } from '@zo/auth';
import { Database } from '@zo/db';
import { errors } from '@zo/errors';
import { logger } from '@zo/observability';
import { chatErrors } from '../errors.js';
import { baseUrlOf, type ProviderKind } from '../models/provider.js';
import { ProvidersRepository } from '../models/providers.repository.js';
import { SecretBox } from '../models/secret-box.js';
import type { MediaConnection, MediaTask } from './connection.js';
import { type ImagePort, openImages } from './images.js';
import type { ConnectMedia, MediaTest } from './media.dto.js';
import { MediaError } from './media-error.js';
import type { MediaModelRow } from './media-model.entity.js';
import { type MediaProvider, MediaModelsRepository } from './media-models.repository.js';
import { MediaUses } from './media-uses.js';
import { openSpeech, type SpeechPort } from './speech.js';
import type { VideoPort } from './video-port.js';
import { openVideos } from './videos.js';
import { testTone } from './test-tone.js';

const log = logger('chat:media');
const TEST_TIMEOUT_MS = 120_000;
/** By what protocol a provider is asked; undefined: it makes none of these here. */
function protocolOf(kind: ProviderKind, task: MediaTask): MediaConnection['protocol'] | undefined {
  if (kind === 'openai' || kind === 'openai-compatible') return 'openai';
  return kind === 'google' && task === 'video' ? 'google' : undefined;
}

/** What the user has connected. */
export interface OpenMedia {
  readonly images?: ImagePort;
  readonly videos?: VideoPort;
  readonly speech?: SpeechPort;
}

@Injectable()
export class MediaModelsService {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly database: Database,
    private readonly rows: MediaModelsRepository,
    private readonly providers: ProvidersRepository,
    private readonly secrets: SecretBox,
    private readonly uses: MediaUses,
  ) {}

  all(ctx: Ctx): Promise<MediaModelRow[]> {
    return this.database.read(ctx, (tx) => this.rows.all(tx));
  }

  open(ctx: Ctx): Promise<OpenMedia> {
    return this.database.read(ctx, async (tx) => {
      const media: { images?: ImagePort; videos?: VideoPort; speech?: SpeechPort } = {};
      // Sent together.
      const [rows, providers] = await Promise.all([this.rows.all(tx), this.rows.providersOfAll(tx)]);
      for (const row of rows) {
        const connection = this.opened(tx, row, providers);
        if (!connection) continue;
        if (row.task === 'image') media.images = openImages(connection);
        else if (row.task === 'video') media.videos = openVideos(connection);
        else media.speech = openSpeech(connection);
      }
      return media;
    });
  }

  /** Connects a model in place of the one before. A key is never sent to an address it was not entered for. */
  connect(ctx: Ctx, task: MediaTask, input: ConnectMedia): Promise<Omit<MediaModelRow, 'updatedAt'>> {
    return this.database.tx(ctx, async (tx) => {
      const known = await this.rows.find(tx, task);
      await this.connectionOf(tx, task, { input, known });
      const kept = input.api_key ? undefined : keptKey(input, known);
      const owner = { userId: ctx.userId, id: kept ? known!.id : crypto.randomUUID() };
      const key = input.provider_id ? null : input.api_key ? this.secrets.seal(input.api_key, owner) : (kept ?? null);
      const row = {
        ...owner,
        task,
        model: input.model,
        providerId: input.provider_id ?? null,
        baseUrl: input.base_url ?? null,
        key,
        price: input.price ?? null,
        allowPrivate: ctx.owner,
      };
      audit(tx, 'media_model.connected', { target: row.id, task, key: !key ? 'none' : kept ? 'kept' : 'given' });
      await this.rows.save(tx, row);
      return row;
    });
  }

  async disconnect(ctx: Ctx, task: MediaTask): Promise<void> {
    const removed = await this.database.tx(ctx, async (tx) => {
      const known = await this.rows.find(tx, task);
      if (known) audit(tx, 'media_model.disconnected', { target: known.id, task });
      return known !== null && this.rows.remove(tx, task);
    });
    if (!removed) throw errors.notFound();
  }

  /** Tests a connection by use: one image, or a second of sound. A video would cost too much, so none is made. */
  async test(ctx: Ctx, task: MediaTask, input: ConnectMedia): Promise<MediaTest> {
    const connection = await this.database.read(ctx, async (tx) =>
      this.connectionOf(tx, task, { input, known: await this.rows.find(tx, task) }),
    );
    const { model, price } = connection;
    const signal = AbortSignal.timeout(TEST_TIMEOUT_MS);
    try {
      if (task === 'image')
        await this.uses.meter(ctx, { task, model, price, expected: { images: 1, seconds: 0 } }, async (used) => {
          const order = { prompt: 'A small green leaf on white paper', n: 1, orientation: 'square' } as const;
          used({ images: (await openImages(connection).generate(order, signal)).length });
        });
      else if (task === 'video') await openVideos(connection).test(signal);
      else
        await this.uses.meter(ctx, { task, model, price, expected: { images: 0, seconds: 1 } }, async (used) => {
          await openSpeech(connection).transcribe({ bytes: testTone(), fileName: 'test.wav' }, signal);
          used({ seconds: 1 });
        });
      return { ok: true, message: `${model} works.` };
    } catch (error) {
      if (error instanceof MediaError) return { ok: false, message: error.message };
      if (signal.aborted) return { ok: false, message: `${model} did not answer in time.` };
      throw error;
    }
  }

  /** Undefined if it cannot be used: its provider is switched off, or a key cannot be read. */
  private opened(tx: Ctx, row: MediaModelRow, providers: readonly MediaProvider[]): MediaConnection | undefined {
    try {
      const { task, model, price, baseUrl, allowPrivate, providerId } = row;
      const provider = providers.find(({ id }) => id === providerId);
      if (providerId) return this.ofProvider(tx, provider, { task, model, price });
      const apiKey = row.key ? this.secrets.open(row.key, row) : '';
      return { userId: tx.userId, protocol: 'openai', model, price, baseUrl: baseUrl ?? '', allowPrivate, apiKey };
    } catch (error) {
      // An answer needs neither images nor speech.
      log.warn({ error }, 'a model for media cannot be used');
      return undefined;
    }
  }

  private async connectionOf(
    tx: Ctx,
    task: MediaTask,
    { input, known }: { input: ConnectMedia; known: MediaModelRow | null },
  ): Promise<MediaConnection> {
    const { model, price = null, provider_id, base_url, api_key } = input;
    if (provider_id) return this.ofProvider(tx, await this.providers.byId(tx, provider_id), { task, model, price });
    if (!api_key && known?.key && known.baseUrl !== base_url) throw chatErrors.keyForAddress();
    const kept = keptKey(input, known);
    const apiKey = api_key || (kept && known ? this.secrets.open(kept, known) : '');
    return { userId: tx.userId, protocol: 'openai', model, price, baseUrl: base_url!, apiKey, allowPrivate: tx.owner };
  }

  /** @throws chat.no_media_provider */
  private ofProvider(
    tx: Ctx,
    row: MediaProvider | null | undefined,
    { task, ...named }: Pick<MediaConnection, 'model' | 'price'> & { readonly task: MediaTask },
  ): MediaConnection {
    const protocol = row?.enabled ? protocolOf(row.kind, task) : undefined;
    if (!row || !protocol) throw chatErrors.noMediaProvider();
    const apiKey = row.key ? this.secrets.open(row.key, row) : '';
    return { userId: tx.userId, protocol, ...named, baseUrl: baseUrlOf(row), apiKey, allowPrivate: row.allowPrivate };
  }
}

const keptKey = ({ base_url }: ConnectMedia, known: MediaModelRow | null): Buffer | undefined =>
  known?.key && known.baseUrl === base_url ? known.key : undefined;
