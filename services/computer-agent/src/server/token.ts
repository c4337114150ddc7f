import { createHash, timingSafeEqual } from 'node:crypto';
import type { AgentConfig } from '../config.js';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Compares the bearer token in a time that says nothing about it. */
export function allowed(config: AgentConfig, authorization: string | undefined): boolean {
  const match = /^Bearer (.+)$/i.exec(authorization ?? '');
  return match !== null && timingSafeEqual(digest(match[1] as string), digest(config.token));
}
