import { Injectable } from '@nestjs/common';
import type { LanguageModel } from 'ai';
import { isDeepStrictEqual } from 'node:util';
import { connectModel } from './connect.js';
import type { Connection } from './provider.js';

/** Another process may have changed or removed the provider; its key does not outlive this long without use. */
const UNUSED_MS = 5 * 60_000;

interface Kept {
  readonly connection: Connection;
  readonly models: Map<string, LanguageModel>;
  readonly timer: NodeJS.Timeout;
}

/**
 * Models of the providers in use, one entry per provider. Making a model builds schemas for a quarter of a millisecond, before the first word of
 * every answer. An entry holds an API key in the clear, so it goes when the provider is changed or removed, and when nobody uses it.
 */
@Injectable()
export class ConnectedModels {
  private readonly kept = new Map<string, Kept>();

  /** The model `slug` of this provider, made anew when the provider is no longer the one it was made for. */
  get(
    providerId: string,
    connection: Connection,
    { slug, idleTimeoutMs }: { slug: string; idleTimeoutMs: number },
  ): LanguageModel {
    const { models, timer } = this.entry(providerId, connection);
    timer.refresh();
    const model = models.get(slug) ?? connectModel(connection, slug, idleTimeoutMs);
    models.set(slug, model);
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
      timer: setTimeout(() => this.drop(providerId), UNUSED_MS).unref(),
    };
    this.kept.set(providerId, made);
    return made;
  }
}
