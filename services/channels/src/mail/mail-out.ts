/** How mail leaves: through a server, or not at all. The outbox shows the same bytes in both cases. */
import { createTransport } from 'nodemailer';

export interface ServerAddress {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  readonly username: string;
  readonly password: string;
}

export interface Letter {
  readonly from: string;
  readonly to: string;
  readonly raw: Buffer;
}

/** What became of it. `later`: it may be tried again. */
export type Sent = { readonly to: 'sent' } | { readonly to: 'failed' | 'later'; readonly why: string };

const TIMEOUT_MS = 30_000;
const MAX_WHY = 300;

interface SmtpFailure {
  readonly code?: string;
  readonly responseCode?: number;
  readonly response?: string;
}

/** Sends the bytes as they are. */
export async function sendThrough(server: ServerAddress, { from, to, raw }: Letter): Promise<Sent> {
  const transport = transportTo(server);
  try {
    await transport.sendMail({ envelope: { from, to: [to] }, raw });
    return { to: 'sent' };
  } catch (error) {
    const { responseCode = 0 } = error as SmtpFailure;
    // Wrong credentials are a setting that somebody may mend; 5xx about this mail stays as it is.
    const isFinal = responseCode >= 500 && (error as SmtpFailure).code !== 'EAUTH';
    return { to: isFinal ? 'failed' : 'later', why: reasonOf(error) };
  } finally {
    transport.close();
  }
}

/** Undefined if the server takes the credentials; otherwise why it does not. */
export async function tryServer(server: ServerAddress): Promise<string | undefined> {
  const transport = transportTo(server);
  try {
    await transport.verify();
    return undefined;
  } catch (error) {
    return reasonOf(error);
  } finally {
    transport.close();
  }
}

const transportTo = ({ host, port, secure, username, password }: ServerAddress) =>
  createTransport({
    host,
    port,
    secure,
    ...(username !== '' && { auth: { user: username, pass: password } }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

/** What the server said, which is text of others, in one line. */
function reasonOf(error: unknown): string {
  const { response, code } = error as SmtpFailure;
  const said = response ?? (error instanceof Error ? error.message : String(error));
  const line = said.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_WHY).toWellFormed();
  return code === 'EAUTH' ? `It does not accept the name and password. (${line})` : line;
}

/** @throws if it is no address of a mail server */
export function serverIn(address: string): ServerAddress {
  const { protocol, hostname, port, username, password } = new URL(address);
  const secure = protocol === 'smtps:';
  return {
    host: hostname,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    username: decodeURIComponent(username),
    password: decodeURIComponent(password),
  };
}
