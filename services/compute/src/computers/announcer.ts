/** Announces what happened to a computer. Announcements are not stored: a process that missed one has to ask. */
import { Inject, Injectable } from '@nestjs/common';
import { CACHE, type Cache } from '@zo/cache';
import { announceStopped } from '@zo/computer-client';
import { LivePublisher } from '@zo/live';
import type { ComputerState } from './computer.presenter.js';

@Injectable()
export class ComputerAnnouncer {
  constructor(
    @Inject(CACHE) private readonly cache: Cache,
    private readonly live: LivePublisher<'compute'>,
  ) {}

  /** To the user's browsers. */
  state(userId: string, state: ComputerState): void {
    this.live.publish(userId, { type: 'computer', payload: { state } });
  }

  /** To the services that hold connections to it. */
  gone(userId: string, instance: string): void {
    void announceStopped(this.cache, userId, instance).catch(() => undefined);
  }
}
