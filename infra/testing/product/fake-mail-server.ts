/** A mail server that takes everything or nothing, over SMTP: what the product sends through it is kept. */
import { buffer } from 'node:stream/consumers';
import { callbackify } from 'node:util';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface TakenMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
}

export interface FakeMailServer {
  readonly port: number;
  readonly taken: TakenMail[];
  /** Connections that began a mail so far. */
  attempts: number;
  /** While set, answers each mail with this code. */
  refuses: number | undefined;
  /** Called when a mail was taken, before its sender is told. */
  onTaken: (mail: TakenMail) => void;
  stop(): Promise<void>;
}

export const MAIL_USER = { name: 'zo', password: 'correct horse' };

export async function startFakeMailServer(): Promise<FakeMailServer> {
  const fake = {
    taken: [] as TakenMail[],
    attempts: 0,
    refuses: undefined as number | undefined,
    onTaken: (_mail: TakenMail) => {},
  };
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    disableReverseLookup: true,
    onAuth: ({ username, password }, _session, callback) =>
      username === MAIL_USER.name && password === MAIL_USER.password
        ? callback(null, { user: username })
        : callback(Object.assign(new Error('wrong name or password'), { responseCode: 535 })),
    onMailFrom: (_address, _session, callback) => {
      fake.attempts += 1;
      callback(fake.refuses ? Object.assign(new Error('not now'), { responseCode: fake.refuses }) : null);
    },
    onData: (stream, { envelope: { mailFrom, rcptTo } }, callback) =>
      callbackify(() => buffer(stream))((error, raw) => {
        const from = mailFrom ? mailFrom.address : '';
        const mail = !error && { from, to: rcptTo.map(({ address }) => address), raw: raw.toString() };
        if (mail) fake.taken.push(mail);
        if (mail) fake.onTaken(mail);
        callback(error);
      }),
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(fake, {
    port: (server.server.address() as AddressInfo).port,
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  });
}
