// The services from their sources. The packages are loaded first; the sources when a word arrives on standard input (see standby.ts).
import { text } from 'node:stream/consumers';

const PACKAGES = [
  '@nestjs/common',
  '@nestjs/core',
  '@nestjs/platform-express',
  '@nestjs/microservices',
  'typeorm',
  'pg',
  'express',
  'zod',
  'ai',
  '@connectrpc/connect',
  '@connectrpc/connect-node',
  '@bufbuild/protobuf',
  'undici',
  'ws',
  'pino',
  'jose',
  'rxjs',
];

const word = text(process.stdin);
// Only to have them in memory: what is missing here is loaded, or complained about, by whoever needs it.
for (const name of PACKAGES) await import(name).catch(() => undefined);
if ((await word) !== 'go') process.exit(0);
await import('./services.ts');
