import { defineConfig, type Environment } from '@zo/config';
import { z } from 'zod';

const milliseconds = (fallback: number) => z.coerce.number().int().min(50).default(fallback);

/** Limits of the assistant's work; the defaults are meant to be right. */
export const chatSettings = {
  /** Silence of a provider after which an answer is given up. */
  ZO_MODEL_IDLE_MS: milliseconds(60_000),
  /** How long one answer may take, all steps and tools together. */
  ZO_RUN_MAX_MS: milliseconds(30 * 60_000),
  /** Answers of one person that a process works on at the same time; the others wait in the order they were asked for. */
  ZO_RUNS_AT_ONCE: z.coerce.number().int().min(1).default(10),
  ZO_RUN_MAX_STEPS: z.coerce.number().int().min(1).default(60),
  ZO_RUN_MAX_CALLS: z.coerce.number().int().min(1).default(200),
  /** Longest answer of one step, in characters. */
  ZO_STEP_MAX_CHARS: z.coerce.number().int().min(100).default(1_000_000),
  /** A worker that has not been heard of for this long is taken for dead. */
  ZO_RUN_LEASE_MS: milliseconds(10_000),
  /** Longest wait a provider may ask for before an answer counts as failed. */
  ZO_RETRY_AFTER_MAX_MS: milliseconds(30_000),
  ZO_RETRY_BASE_MS: z.coerce.number().int().min(1).default(500),
  ZO_APPROVAL_MS: milliseconds(10 * 60_000),
};

export const loadChatConfig = (env?: Environment) => defineConfig(chatSettings, env);

export type ChatConfig = ReturnType<typeof loadChatConfig>;
/** DI token of the limits. */
export const CHAT_CONFIG = Symbol('chat config');
