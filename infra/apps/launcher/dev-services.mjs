// Runs the services from their sources. Loads the packages first, and the sources when `go` arrives on standard input
// (see standby.ts).
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
// Only preloads them: an error is reported by the code that needs the package.
for (const name of PACKAGES) await import(name).catch(() => undefined);
if ((await word) !== 'go') process.exit(0);
await import('./services.ts');
