/** What every service of a process shares: configuration, keys, cache, the way to computers. */
import { Global, Module, type DynamicModule } from '@nestjs/common';
import { z } from 'zod';
import { loadTokenKeys, TokenIssuer, type TokenKeys, TokenVerifier } from '../auth/index.js';
import { CACHE, type Cache, MemoryCache } from '../cache/index.js';
import { Computers } from '../computer-client/index.js';
import { branding, defineConfig, type Environment, platform } from '../config/index.js';
import type { Database } from '../db/index.js';
import { eventLogConfig } from '../events/index.js';
import { declareOwn, interfaceAddresses } from '../outbound/index.js';

const shape = {
  ...platform,
  ...branding,
  PORT: z.coerce.number().int().min(1).max(65_535).default(4600),
  /** Tests: an answer that is not of its declared shape is a fault. */
  ZO_CHECK_ANSWERS: z.literal('1').optional(),
  ...eventLogConfig,
  ZO_COMPUTE_URL: z.url().optional(),
  ZO_ACCOUNTS_URL: z.url().optional(),
};

export type PlatformConfig = Readonly<z.infer<z.ZodObject<typeof shape>>>;

export class Platform {
  readonly issuer: TokenIssuer;
  readonly computers: Computers;

  constructor(
    readonly config: PlatformConfig,
    readonly keys: TokenKeys,
    readonly cache: Cache,
  ) {
    this.issuer = new TokenIssuer(keys);
    this.computers = new Computers(this.issuer, config.ZO_COMPUTE_URL);
  }

  static fromEnvironment(env?: Environment): Platform {
    const config = defineConfig(shape, env);
    declareOwn(() => [new URL(config.ZO_PUBLIC_URL).hostname, ...interfaceAddresses()]);
    return new Platform(config, loadTokenKeys(config.ZO_DATA), new MemoryCache());
  }
}

@Global()
@Module({})
export class PlatformModule {
  static for(shared: Platform, verifier: TokenVerifier, database: Database | undefined, databaseToken: unknown): DynamicModule {
    const providers = [
      { provide: Platform, useValue: shared },
      { provide: CACHE, useValue: shared.cache },
      { provide: TokenIssuer, useValue: shared.issuer },
      { provide: TokenVerifier, useValue: verifier },
      { provide: Computers, useValue: shared.computers },
      ...(database ? [{ provide: databaseToken as new () => Database, useValue: database }] : []),
    ];
    return { module: PlatformModule, providers, exports: providers };
  }
}
