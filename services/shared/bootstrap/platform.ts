/** What every service of a process shares: configuration, keys, cache, the way to computers. */
import { Global, Module, type DynamicModule } from '@nestjs/common';
import { z } from 'zod';
import { loadTokenKeys, TokenIssuer, type TokenKeys, TokenVerifier } from '../auth/index.js';
import { CACHE } from '../cache/index.js';
import { Computers } from '../computer-client/index.js';
import { branding, defineConfig, engines, type Environment, platform } from '../config/index.js';
import type { Database } from '../db/index.js';
import { eventLogConfig } from '../events/index.js';
import { OBJECTS } from '../objects/index.js';
import { declareOwn, interfaceAddresses } from '../outbound/index.js';
import { engineChecks, type Engines, nameFaults, openEngines } from './engines.js';

const shape = {
  ...platform,
  ...branding,
  ...engines,
  PORT: z.coerce.number().int().min(1).max(65_535).default(4600),
  /** The one address to listen on; without it all of this machine. */
  ZO_LISTEN: z.string().optional(),
  /** How long a process that was told to end goes on serving, so that whoever sends it requests can notice. */
  ZO_DRAIN_MS: z.coerce.number().int().min(0).default(3_000),
  /** Tests: an answer that is not of its declared shape is a fault. */
  ZO_CHECK_ANSWERS: z.literal('1').optional(),
  ...eventLogConfig,
  ZO_COMPUTE_URL: z.url().optional(),
  /** How long a computer may be silent before it counts as not answering. */
  ZO_COMPUTER_ANSWER_MS: z.coerce.number().int().min(100).default(30_000),
  ZO_ACCOUNTS_URL: z.url().optional(),
};

export type PlatformConfig = Readonly<z.infer<z.ZodObject<typeof shape>>>;

export class Platform {
  readonly issuer: TokenIssuer;
  readonly computers: Computers;

  constructor(
    readonly config: PlatformConfig,
    readonly keys: TokenKeys,
    readonly engines: Engines,
  ) {
    this.issuer = new TokenIssuer(keys);
    this.computers = new Computers(this.issuer, config.ZO_COMPUTE_URL, {
      cache: engines.cache,
      answerMs: config.ZO_COMPUTER_ANSWER_MS,
    });
  }

  get cache() {
    return this.engines.cache;
  }

  static fromEnvironment(env?: Environment): Platform {
    const config = defineConfig(shape, env);
    declareOwn(() => [new URL(config.ZO_PUBLIC_URL).hostname, ...interfaceAddresses()]);
    const opened = openEngines(config, config.ZO_DATA);
    void nameFaults(engineChecks(opened));
    return new Platform(config, loadTokenKeys(config.ZO_DATA), opened);
  }
}

@Global()
@Module({})
export class PlatformModule {
  static for(
    shared: Platform,
    verifier: TokenVerifier,
    database: Database | undefined,
    databaseToken: unknown,
  ): DynamicModule {
    const providers = [
      { provide: Platform, useValue: shared },
      { provide: CACHE, useValue: shared.cache },
      { provide: OBJECTS, useValue: shared.engines.objects },
      { provide: TokenIssuer, useValue: shared.issuer },
      { provide: TokenVerifier, useValue: verifier },
      { provide: Computers, useValue: shared.computers },
      ...(database ? [{ provide: databaseToken as new () => Database, useValue: database }] : []),
    ];
    return { module: PlatformModule, providers, exports: providers };
  }
}
