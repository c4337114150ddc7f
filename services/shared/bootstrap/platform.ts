/** What all services of a process share: configuration, keys, cache, access to computers. */
import { Global, Module, type DynamicModule } from '@nestjs/common';
import { contentOrigins, loadTokenKeys, TokenIssuer, type TokenKeys, TokenVerifier } from '@zo/auth';
import { CACHE } from '@zo/cache';
import { Computers } from '@zo/computer-client';
import { defineConfig, type Environment } from '@zo/config';
import type { Database } from '@zo/db';
import { LivePublisher } from '@zo/live';
import { OBJECTS } from '@zo/objects';
import { declareOwnHosts, interfaceAddresses } from '@zo/outbound';
import { engineChecks, type Engines, logFailedChecks, openEngines } from './engines.js';
import { type PlatformConfig, platformSettings } from './settings.js';

export type { PlatformConfig } from './settings.js';

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
      responseTimeoutMs: config.ZO_COMPUTER_ANSWER_MS,
      longTimeoutMs: config.ZO_COMPUTER_LONG_ANSWER_MS,
    });
  }

  /** The content origins of this installation, if it has any. */
  get contentOrigins(): string | undefined {
    return contentOrigins(this.config.ZO_PUBLIC_URL, this.config.ZO_CONTENT_URL);
  }

  get cache() {
    return this.engines.cache;
  }

  static fromEnvironment(env?: Environment): Platform {
    const config = defineConfig(platformSettings, env);
    declareOwnHosts(() => [new URL(config.ZO_PUBLIC_URL).hostname, ...interfaceAddresses()]);
    const opened = openEngines(config, config.ZO_DATA);
    void logFailedChecks(engineChecks(opened));
    return new Platform(config, loadTokenKeys(config.ZO_DATA), opened);
  }
}

interface ServiceParts {
  readonly service: string;
  readonly verifier: TokenVerifier;
  readonly database: Database | undefined;
  readonly databaseToken: unknown;
}

@Global()
@Module({})
export class PlatformModule {
  static for(shared: Platform, { service, verifier, database, databaseToken }: ServiceParts): DynamicModule {
    const providers = [
      { provide: Platform, useValue: shared },
      { provide: CACHE, useValue: shared.cache },
      { provide: OBJECTS, useValue: shared.engines.objects },
      { provide: TokenIssuer, useValue: shared.issuer },
      { provide: TokenVerifier, useValue: verifier },
      { provide: Computers, useValue: shared.computers },
      { provide: LivePublisher, useValue: new LivePublisher(shared.cache, service) },
      ...(database ? [{ provide: databaseToken as new () => Database, useValue: database }] : []),
    ];
    return { module: PlatformModule, providers, exports: providers };
  }
}
