import { defineConfig, type Environment } from '@zo/config';
import { z } from 'zod';

/** Mail that arrives and leaves; the defaults suit an installation without a mail server. */
export const channelSettings = {
  ZO_PRODUCT_NAME: z.string().default('Zo'),
  ZO_MAIL_DOMAIN: z.string().default('mail.localhost'),
  ZO_PUBLIC_URL: z.url().default('http://localhost:4600'),
  /** Port on which mail arrives; 0: none does. */
  ZO_SMTP_PORT: z.coerce.number().int().min(0).max(65_535).default(4625),
  /** Without another address, only programs of this machine can deliver. */
  ZO_SMTP_LISTEN: z.string().default('127.0.0.1'),
  /** Files of a certificate and its key, with which senders can encrypt. */
  ZO_SMTP_CERT: z.string().optional(),
  ZO_SMTP_KEY: z.string().optional(),
  /** Server that mail is sent through, `smtp://user:password@host:587`; it replaces what the owner sets. */
  ZO_SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be a smtp:// or smtps:// address' }).optional(),
  /** Account, secret and number at Twilio, with which text messages are sent and received. */
  ZO_TWILIO_SID: z
    .string()
    .regex(/^[A-Za-z0-9]{1,64}$/)
    .optional(),
  ZO_TWILIO_TOKEN: z.string().optional(),
  ZO_TWILIO_NUMBER: z
    .string()
    .regex(/^\+\d{6,15}$/)
    .optional(),
  /** Another address that speaks Twilio's protocol. */
  ZO_TWILIO_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Another address that speaks Telegram's Bot API, such as a server of one's own. */
  ZO_TELEGRAM_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** How long Telegram keeps a question for messages open, in seconds. */
  ZO_TELEGRAM_POLL_S: z.coerce.number().int().min(0).max(50).default(20),
  /** A bot that the owner enters, or that another process leaves, is seen after so long at most. */
  ZO_TELEGRAM_IDLE_MS: z.coerce.number().int().min(10).default(30_000),
  /** An address below which the fakes of all push services are: `https://host/path` is asked at `<relay>/host/path`. */
  ZO_PUSH_RELAY: z.url({ protocol: /^https?$/ }).optional(),
  /** A process that has not finished with a message after so long counts as dead. */
  ZO_MESSAGE_LEASE_MS: z.coerce.number().int().min(50).default(120_000),
  /** First pause before a message is tried again; later ones are longer. */
  ZO_MESSAGE_RETRY_MS: z.coerce.number().int().min(1).default(60_000),
  /** How long a chat that is busy is left alone. */
  ZO_MESSAGE_POSTPONE_MS: z.coerce.number().int().min(1).default(15_000),
  /** How often it is looked for answers that chat was not told of, because a process died. */
  ZO_APPROVAL_SWEEP_MS: z.coerce.number().int().min(10).default(20_000),
  ZO_RAW_MAIL_DAYS: z.coerce.number().int().min(1).default(30),
};

export const loadChannelConfig = (env?: Environment) => defineConfig(channelSettings, env);

export type ChannelConfig = ReturnType<typeof loadChannelConfig>;
/** DI token of the settings. */
export const CHANNEL_CONFIG = Symbol('channel config');
