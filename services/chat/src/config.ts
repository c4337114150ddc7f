import { defineConfig, type Environment } from '@zo/config';
import { z } from 'zod';

const milliseconds = (fallback: number) => z.coerce.number().int().min(50).default(fallback);

/** Limits of the assistant's work; the defaults suit most installations. */
export const chatSettings = {
  /** A request is aborted after a provider has been silent for this long; a local model may load for minutes. */
  ZO_MODEL_IDLE_MS: milliseconds(5 * 60_000),
  /** The same for a provider that only sends keep-alives, and no words. */
  ZO_MODEL_PATIENCE_MS: milliseconds(15 * 60_000),
  /** Maximum duration of one run, all steps and tools together. */
  ZO_RUN_MAX_MS: milliseconds(30 * 60_000),
  /** Runs of one user that a process works on concurrently; further runs wait in the order of their requests. */
  ZO_RUNS_AT_ONCE: z.coerce.number().int().min(1).default(10),
  ZO_RUN_MAX_STEPS: z.coerce.number().int().min(1).default(60),
  ZO_RUN_MAX_CALLS: z.coerce.number().int().min(1).default(200),
  /** Maximum length of one step, in characters. */
  ZO_STEP_MAX_CHARS: z.coerce.number().int().min(100).default(1_000_000),
  /** A worker that has not renewed its lease for this long counts as dead. */
  ZO_RUN_LEASE_MS: milliseconds(10_000),
  /** Longest wait a provider may ask for before the run fails instead. */
  ZO_RETRY_AFTER_MAX_MS: milliseconds(30_000),
  ZO_RETRY_BASE_MS: z.coerce.number().int().min(1).default(500),
  /** How long the user may take to answer a question before it counts as no. */
  ZO_APPROVAL_MS: milliseconds(24 * 60 * 60_000),
  /** The plan of people for whom the owner has chosen none. The owner is on none. */
  ZO_DEFAULT_PLAN: z.enum(['free', 'paid']).default('paid'),
  /** A run that has waited for its user for this long gives its worker and its slot back until the answer is there. */
  ZO_PARK_MS: milliseconds(60_000),
  /** How long a program that asked Zo waits for the answer in one request, and for a yes of the user. */
  ZO_MCP_WAIT_MS: milliseconds(10 * 60_000),
  ZO_MCP_ASKING_MS: milliseconds(60_000),
};

export const loadChatConfig = (env?: Environment) => defineConfig(chatSettings, env);

export type ChatConfig = ReturnType<typeof loadChatConfig>;
/** DI token of the limits. */
export const CHAT_CONFIG = Symbol('chat config');
