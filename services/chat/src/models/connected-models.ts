import { Injectable } from '@nestjs/common';
import type { LanguageModel } from 'ai';
import { isDeepStrictEqual } from 'node:util';
import { connectModel } from './connect.js';
import type { Connection } from './provider.js';

/** Idle time after which a model and its key are dropped: another process may have changed or removed the provider. */
const IDLE_MS = 5 * 60_000;

interface Kept {
  readonly connection: Connection;
  readonly models: Map<string, LanguageModel>;
  readonly timer: NodeJS.Timeout;
}

/**
 * Caches the models of the providers in use, one entry per provider. Creating a model takes a quarter of a millisecond
 * to build schemas, before the first token of every answer. An entry holds an API key in plain text, so it is dropped
 * when the provider is changed or removed, or is idle.
 */
@Injectable()
export class ConnectedModels {
  private readonly kept = new Map<string, Kept>();

  /** Returns the model `slug` of this provider; creates it anew if the provider's settings have changed. */
  get(
    providerId: string,
    connection: Connection,
    { slug, idleTimeoutMs }: { slug: string; idleTimeoutMs: number },
  ): LanguageModel {
    const { models, timer } = this.entry(providerId, connection);
    timer.refresh();
    const key = `${idleTimeoutMs} ${slug}`;
    const model = models.get(key) ?? connectModel(connection, slug, idleTimeoutMs);
    models.set(key, model);
    return model;
  }

  drop(providerId: string): void {
    clearTimeout(this.kept.get(providerId)?.timer);
    this.kept.delete(providerId);
  }

  private entry(providerId: string, connection: Connection): Kept {
    const known = this.kept.get(providerId);
    if (known && isDeepStrictEqual(known.connection, connection)) return known;
    this.drop(providerId);
    const made = {
      connection,
      models: new Map<string, LanguageModel>(),
      timer: setTimeout(() => this.drop(providerId), IDLE_MS).unref(),
    };
    this.kept.set(providerId, made);
    return made;
  }
}
