/** Password hashes: argon2id with the library's defaults (19 MiB, 2 passes), off the main thread. */
import { hash, verify } from '@node-rs/argon2';

export const hashPassword = (password: string) => hash(password);

// Verified if the e-mail is unknown, so that both responses take the same time.
let decoy: Promise<string> | undefined;

export async function passwordMatches(stored: string | undefined, password: string): Promise<boolean> {
  const known = stored ?? (await (decoy ??= hash(crypto.randomUUID())));
  const matches = await verify(known, password);
  return stored !== undefined && matches;
}
