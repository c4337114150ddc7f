import { Module } from '@nestjs/common';
import { LiveGateway } from './live.gateway.js';

/** Needs of its service no more than the platform: the cache, and the way to computers. */
@Module({ providers: [LiveGateway] })
export class LiveModule {}
