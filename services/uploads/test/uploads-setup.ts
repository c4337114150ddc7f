/** The service with the computer of two users, and requests as a browser sends them. */
import { afterAll, beforeAll, expect } from '@jest/globals';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { Client } from 'pg';
import { adminUrlOptions } from '@zo/db';
import {
  agentProcessOf,
  hostComputers,
  type HostedMachine,
  startTestComputer,
  startTestService,
  type TestComputer,
  type TestFetch,
  testPlatform,
  type TestPlatform,
  type TestService,
} from '@zo/testing';
import { uploads } from '../src/service.js';

export const ADA = crypto.randomUUID();
export const BOB = crypto.randomUUID();
export const CHUNK = 8 * 1024 * 1024;
export let test: TestPlatform;
export let service: TestService;
export let computer: TestComputer;
export let ada: TestFetch;

/** The connected machines of users, beside their computers. */
export const machines = new Map<string, readonly HostedMachine[]>();

/**
 * Starts the service and the computer of two users before the tests of a file. `isHere`: the service and the agents are
 * on one machine, so that it writes into files which the agent holds.
 */
export function useUploads({ isHere = false } = {}): void {
  beforeAll(async () => {
    test = await testPlatform();
    computer = await startTestComputer();
    const at = { ...computer, ...(isHere && { agentProcess: agentProcessOf(computer) }) };
    const computers = [ADA, BOB].map((user) => [user, at] as const);
    hostComputers(test.platform, new Map(computers), machines);
    service = await startTestService(uploads, test.platform);
    ada = service.as(ADA);
  });

  afterAll(async () => {
    await service.stop();
    await computer.stop();
    await test.close();
  });
}

export const onDisk = (...path: string[]) => join(computer.home, 'workspace', ...path);
export const post = (path: string, json: unknown) => ada(`/api/file-uploads/${path}`, { json });
export const outcome = async (answer: Response) => [answer.status, ((await answer.json()) as { code?: string }).code];

export interface Begun {
  readonly id: string;
  readonly name: string;
  readonly bytes: Buffer;
}

export async function begin(bytes: Buffer, name = `${crypto.randomUUID()}.bin`): Promise<Begun> {
  const answer = await post('init', { pathParts: ['Up'], fileName: name, totalBytes: bytes.length });
  const body = (await answer.json()) as { uploadId: string; chunkSizeBytes: number; received: number[] };
  expect(body).toEqual({ uploadId: expect.any(String), chunkSizeBytes: CHUNK, received: [] });
  return { id: body.uploadId, name, bytes };
}

export function chunk(
  upload: Begun,
  index: number,
  change: { headers?: Record<string, string>; body?: Buffer; as?: TestFetch } = {},
): Promise<Response> {
  const body = change.body ?? upload.bytes.subarray(index * CHUNK, (index + 1) * CHUNK);
  const headers = {
    'upload-id': upload.id,
    'chunk-index': String(index),
    'chunk-size': String(body.length),
    'chunk-offset': String(index * CHUNK),
    'total-bytes': String(upload.bytes.length),
    'content-type': 'application/octet-stream',
    ...change.headers,
  };
  return (change.as ?? ada)('/api/file-uploads/chunk', { method: 'PUT', headers, body: new Uint8Array(body) });
}

export const complete = ({ id, name, bytes }: Begun, change: Record<string, unknown> = {}) =>
  post('complete', {
    uploadId: id,
    fileName: name,
    totalBytes: bytes.length,
    pathParts: ['Up'],
    chunkSizeBytes: CHUNK,
    ...change,
  });
export const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

export function form(fields: Record<string, string>, content: Buffer, name: string): FormData {
  const data = new FormData();
  for (const [key, value] of Object.entries(fields)) data.append(key, value);
  data.append('file', new Blob([new Uint8Array(content)]), name);
  return data;
}
export const single = (data: FormData) => ada('/api/file-uploads/single', { method: 'POST', body: data });

/** Makes the last chunk of an upload as many hours older. */
export async function age({ id }: Begun, hours: number): Promise<void> {
  const sql = new Client(adminUrlOptions(test.database.adminUrl));
  await sql.connect();
  try {
    const change = `update uploads.uploads set created_at = created_at - $2 * interval '1 hour',
      used_at = used_at - $2 * interval '1 hour' where id = $1`;
    await sql.query(change, [id, hours]);
  } finally {
    await sql.end();
  }
}
