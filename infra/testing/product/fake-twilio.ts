/** Twilio as the product sees it: takes messages over HTTP, and signs what it tells of. */
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export const TWILIO = { sid: 'AC00000000000000000000000000000001', token: 'twilio-canary', number: '+15005550006' };

export interface FakeTwilio {
  readonly url: string;
  readonly taken: { to: string; from: string; body: string }[];
  /** Requests so far, refused ones included. */
  attempts: number;
  /** While set, answers with this status. */
  refuses: number | undefined;
  /** While true, hangs up after it has read a message. */
  hangsUp: boolean;
  stop(): Promise<void>;
}

export async function startFakeTwilio(): Promise<FakeTwilio> {
  const fake = {
    taken: [] as FakeTwilio['taken'],
    attempts: 0,
    refuses: undefined as number | undefined,
    hangsUp: false,
  };
  const credentials = `Basic ${Buffer.from(`${TWILIO.sid}:${TWILIO.token}`).toString('base64')}`;
  const server = createServer((request, response) => {
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    void text(request).then((body) => {
      fake.attempts += 1;
      if (fake.hangsUp) return request.socket.destroy();
      if (request.url !== `/2010-04-01/Accounts/${TWILIO.sid}/Messages.json`) return answer(404, { code: 20404 });
      if (request.headers.authorization !== credentials) return answer(401, { code: 20003, message: 'Authenticate' });
      if (fake.refuses) return answer(fake.refuses, { code: 20429, message: 'not now' });
      const form = new URLSearchParams(body);
      fake.taken.push({ to: form.get('To')!, from: form.get('From')!, body: form.get('Body')! });
      return answer(201, { sid: `SM${crypto.randomUUID().replaceAll('-', '')}`, status: 'queued' });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(fake, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

/** The request that tells of a message, for `address` as Twilio knows it. */
export function twilioRequest(address: string, fields: Record<string, string>, token = TWILIO.token): RequestInit {
  const form = new URLSearchParams(fields);
  const signed =
    address +
    [...form]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .flat()
      .join('');
  return {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': createHmac('sha1', token).update(signed).digest('base64'),
    },
    body: form.toString(),
  };
}
