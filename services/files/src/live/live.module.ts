import { Module } from '@nestjs/common';
import { LiveGateway } from './live.gateway.js';

/** Depends only on the platform: the cache, and access to computers. */
@Module({ providers: [LiveGateway] })
export class LiveModule {}
