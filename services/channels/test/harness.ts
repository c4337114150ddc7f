/** The service channels with a real database, a real computer, SMTP on both sides, and a DNS of its own. */
import { createTransport, type SendMailOptions } from 'nodemailer';
import { fromBinary, toJson } from '@bufbuild/protobuf';
import { systemCtx } from '@zo/auth';
import { adminUrlOptions, Database } from '@zo/db';
import { publish, writeOutbox } from '@zo/events';
import { channelsEvents, chatEvents } from '@zo/proto/topics';
import {
  eventually,
  hostComputers,
  startTestComputer,
  startTestService,
  type TestComputer,
  type TestPlatform,
  testPlatform,
  type TestService,
} from '@zo/testing';
import { Client } from 'pg';
import { freePorts } from '../../../infra/testing/engines/ports.js';
import { Authenticity } from '../src/inbound/authenticity.js';
import { channels } from '../src/service.js';
import { dns } from './dns.js';
import { type Hosted, type HostedPerson, hostPeople } from './hosted-people.js';

export interface Harness {
  readonly platform: TestPlatform;
  readonly service: TestService;
  readonly hosted: Hosted;
  readonly computer: TestComputer;
  readonly sql: Client;
  readonly ada: HostedPerson;
  readonly bob: HostedPerson;
  readonly smtpPort: number;
  /** Requests as a user; the answer's JSON, or its status where it is none of 2xx. */
  json<T = any>(who: HostedPerson, path: string, body?: unknown, method?: string): Promise<T>;
  /** Sends a mail to the product's port. @throws with the answer of SMTP */
  send(mail: SendMailOptions): Promise<void>;
  /** Messages that chat was told of. */
  told(): Promise<string[]>;
  /** Tells as chat does. */
  fromChat(type: keyof typeof chatEvents.events, message: Record<string, unknown>): Promise<void>;
  stop(): Promise<void>;
}

const SETTINGS: Record<string, string> = {
  ZO_MAIL_DOMAIN: 'zo.test',
  ZO_MESSAGE_RETRY_MS: '20',
  ZO_MESSAGE_POSTPONE_MS: '20',
  ZO_MESSAGE_LEASE_MS: '2000',
};

export async function startHarness(settings: Record<string, string> = {}): Promise<Harness> {
  const [smtpPort] = await freePorts(1);
  Object.assign(process.env, SETTINGS, { ZO_SMTP_PORT: String(smtpPort) }, settings);
  const platform = await testPlatform();
  const [ada, bob] = [personOf('ada', { owner: true }), personOf('bob')];
  const computer = await startTestComputer();
  hostComputers(platform.platform, new Map([[ada.userId, computer]]));
  const hosted = hostPeople(platform.platform, [ada, bob]);
  const service = await startTestService(channels, platform.platform);
  Object.assign(service.service.app.get(Authenticity), { resolve: dns.resolve });
  const sql = new Client(adminUrlOptions(platform.database.adminUrl));
  await sql.connect();
  const chat = await openChat(platform);
  return {
    platform,
    service,
    hosted,
    computer,
    sql,
    ada,
    bob,
    smtpPort: smtpPort!,
    json: async (who, path, body, method) => {
      const init = body === undefined ? { method } : { json: body, method };
      const answer = await service.as(who.userId, { owner: who.owner })(path, init);
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${answer.status} ${text}`);
      return text === '' ? undefined : JSON.parse(text);
    },
    send: (mail) => sendMail(smtpPort!, mail),
    told: async () => {
      const { rows } = await sql.query<{ payload: Buffer }>(
        `select payload from events.log where topic = 'channels.events.v1' order by partition, "offset"`,
      );
      const { message } = channelsEvents.events['message.received'];
      return rows.map(({ payload }) => (toJson(message, fromBinary(message, payload)) as any).messageId);
    },
    fromChat: (type, message) => tell(chat, type, message),
    stop: async () => {
      await chat.close();
      await sql.end();
      await service.stop();
      await computer.stop();
      await platform.close();
    },
  };
}

const personOf = (handle: string, { owner = false } = {}): HostedPerson => ({
  userId: crypto.randomUUID(),
  handle,
  email: `${handle}@example.com`,
  fullName: handle,
  owner,
});

export async function sendMail(port: number, mail: SendMailOptions): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port, secure: false, ignoreTLS: true });
  try {
    await transport.sendMail(mail);
  } finally {
    transport.close();
  }
}

/** Waits for a message of this user that fits. */
export const messageOf = (at: Harness, who: HostedPerson, fits: (message: any) => boolean): Promise<any> =>
  eventually(async () => (await at.json(who, '/api/outbox')).items.find(fits));

/** The database of chat, by which others are told as chat tells them. */
export async function openChat({ database }: TestPlatform): Promise<Database> {
  const chat = new Database({ service: 'chat', url: database.serviceUrl, entities: [], migrations: [] });
  chat.setOutbox(writeOutbox, () => void chat.dataSource.query('notify zo_events'));
  await chat.open();
  return chat;
}

export const tell = (chat: Database, type: keyof typeof chatEvents.events, message: Record<string, unknown>) =>
  chat.tx(systemCtx(String(message['userId'])), async (tx) => publish(tx, chatEvents, type, message as never));

/** Chat begins a run for a message of Ada. @returns its chat */
export async function begins(
  at: Harness,
  { id, conversation_id: known }: { id: string; conversation_id: string | null },
): Promise<string> {
  const conversationId = known ?? crypto.randomUUID();
  const run = { userId: at.ada.userId, originId: `message:${id}`, runId: crypto.randomUUID() };
  await at.fromChat('run.started', { ...run, conversationId });
  return conversationId;
}
