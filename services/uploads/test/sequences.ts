/** One upload and all that a confused, broken or hostile client may do to it; checks the invariants after each step. */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import type { Person } from '../../../infra/testing/product/product.js';
import { CHUNK, type Sequence, type Step } from './sequence-plan.js';

export interface World {
  readonly ada: Person;
  readonly bob: Person;
  readonly workspace: string;
  readonly port: number;
  sql(text: string, values: unknown[]): Promise<unknown>;
  /** Kills a process with SIGKILL; concurrent sequences are affected as well. */
  crash(): Promise<void>;
}

const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
/** The computer or the services were just killed: the outcome of the request is unknown. */
const isUnknown = (status: number) => status === 503 || status === 0;

export class Upload {
  private id = '';
  private readonly bytes: Buffer;
  private readonly arrived = new Set<number>();
  private done = false;
  private readonly old = randomBytes(100);

  constructor(
    private readonly world: World,
    private readonly plan: Sequence,
    private readonly name: string,
  ) {
    this.bytes = randomBytes((plan.chunks - 1) * CHUNK + plan.tail);
  }

  private readonly onDisk = (name = this.name) => join(this.world.workspace, 'Up', name);

  async run(): Promise<void> {
    if (this.plan.occupied !== 'no') writeFileSync(this.onDisk(), this.old);
    await this.begin();
    for (const step of this.plan.steps) {
      await this.step(step);
      this.assertInvisible();
      if (this.done) break;
    }
    await this.finish();
  }

  private async begin(): Promise<void> {
    const clash = this.plan.occupied === 'refuse' ? 'refuse' : 'keep-both';
    for (;;) {
      const { status, body } = await this.post('init', {
        pathParts: ['Up'],
        fileName: this.name,
        totalBytes: this.bytes.length,
        clash,
      });
      if (isUnknown(status)) continue;
      this.expect(status, [201], 'init');
      this.id = (body as { uploadId: string }).uploadId;
      break;
    }
    await this.world.sql('update uploads.uploads set chunk_bytes = $2 where id = $1', [this.id, CHUNK]);
  }

  private async step({ kind, index }: Step): Promise<void> {
    const part = this.part(index);
    const there = this.arrived.has(index);
    const refuse = async (headers: Record<string, string>, body = part, codes = [400, 404]) =>
      this.expect(await this.put(index, body, { headers }), codes, kind);
    switch (kind) {
      case 'chunk':
        if (part.length === 0) return refuse({});
        return this.send(index);
      case 'same at once':
        if (part.length > 0) await Promise.all([1, 2, 3, 4, 5, 6].map(() => this.send(index)));
        return;
      case 'twist':
        if (part.length > 0 && there) this.expect(await this.put(index, randomBytes(part.length)), [409], kind);
        return;
      case 'wrong offset':
        return refuse({ 'chunk-offset': String(index * CHUNK + 1) });
      case 'wrong size':
        return refuse({ 'chunk-size': String(part.length + 1) });
      case 'wrong total':
        return refuse({ 'total-bytes': String(this.bytes.length + 1) });
      case 'no such index':
        return refuse({ 'chunk-index': '4', 'chunk-offset': String(4 * CHUNK) });
      case 'empty':
        return refuse({ 'chunk-size': '0' }, Buffer.alloc(0));
      case 'cut off':
        return part.length > 1 ? this.cutOff(index, part) : undefined;
      case 'foreign':
        return this.expect(await this.put(index, part, { person: this.world.bob }), [404], kind);
      case 'guessed':
        return refuse({ 'upload-id': crypto.randomUUID() }, part, [404]);
      case 'complete':
        return this.complete();
      case 'complete twice':
        return void (await Promise.all([this.complete(), this.complete(), this.complete()]));
      case 'wrong complete':
        return this.expect(
          (await this.post('complete', { ...this.completion(), totalBytes: this.bytes.length + 1 })).status,
          [400],
          kind,
        );
      case 'look': {
        const { status, body } = await this.answer(this.world.ada, `/api/file-uploads/${this.id}`);
        if (!isUnknown(status))
          for (const known of this.arrived)
            if (!(body as { received: number[] }).received.includes(known))
              throw this.failure(`part ${known} was acknowledged and is gone`);
      }
    }
  }

  private async send(index: number): Promise<void> {
    const status = await this.put(index, this.part(index));
    if (isUnknown(status)) return;
    this.expect(status, [200], `chunk ${index}`);
    this.arrived.add(index);
  }

  /** Disconnects in the middle of a chunk. */
  private cutOff(index: number, part: Buffer): Promise<void> {
    return new Promise((resolve) => {
      const outgoing = request({
        host: '127.0.0.1',
        port: this.world.port,
        method: 'PUT',
        path: '/api/file-uploads/chunk',
        headers: {
          host: `localhost:${this.world.port}`,
          cookie: this.world.ada.cookie,
          ...this.headers(index, part.length),
          'content-length': part.length,
        },
      });
      outgoing.once('error', () => undefined).once('close', () => resolve());
      outgoing.write(part.subarray(0, part.length >> 1), () => outgoing.destroy());
    });
  }

  private async complete(): Promise<void> {
    const { status, body } = await this.post('complete', this.completion());
    if (isUnknown(status)) return;
    const whole = this.arrived.size === this.plan.chunks;
    this.expect(status, this.plan.occupied === 'refuse' ? [409] : whole ? [200] : [409, 200], 'complete');
    if (status === 200) this.assertWhole((body as { finalPath: string }).finalPath);
  }

  private async finish(): Promise<void> {
    const { end } = this.plan;
    if (this.done) return;
    if (end === 'expire')
      await this.world.sql(`update uploads.uploads set used_at = now() - interval '25 hours' where id = $1`, [this.id]);
    if (end === 'abort') await this.until(async () => (await this.post('abort', { uploadId: this.id })).status, [204]);
    if (end === 'expire' || end === 'abort') {
      await this.until(() => this.put(0, this.part(0)), [404]);
      await this.until(async () => (await this.post('complete', this.completion())).status, [404]);
      return this.assertInvisible();
    }
    for (let index = 0; index < this.plan.chunks; index++) while (!this.arrived.has(index)) await this.send(index);
    if (end === 'abort against complete') return this.race();
    if (end === 'crash') await Promise.all([this.complete(), this.world.crash()]);
    while (!this.done && this.plan.occupied !== 'refuse') await this.complete();
    if (this.plan.occupied === 'refuse') await this.complete();
    this.assertInvisible();
  }

  private async race(): Promise<void> {
    const [complete, abort] = await Promise.all([
      this.post('complete', this.completion()),
      this.post('abort', { uploadId: this.id }),
    ]);
    if (isUnknown(complete.status) || isUnknown(abort.status)) return;
    this.expect(abort.status, [204], 'abort');
    this.expect(complete.status, [200, 404, 409], 'complete against abort');
    if (complete.status === 200) this.assertWhole((complete.body as { finalPath: string }).finalPath);
    else this.assertInvisible();
  }

  private assertWhole(finalPath: string): void {
    this.done = true;
    const wanted = this.plan.occupied === 'keep-both' ? this.name.replace('.bin', ' (2).bin') : this.name;
    if (finalPath !== `Up/${wanted}`) throw this.failure(`finalPath is ${finalPath}`);
    if (sha(readFileSync(this.onDisk(wanted))) !== sha(this.bytes)) throw this.failure('the file has other content');
  }

  /** Asserts that the file is not visible before it is complete, and that an existing one is unchanged. */
  private assertInvisible(): void {
    if (this.plan.occupied !== 'no' && !readFileSync(this.onDisk()).equals(this.old))
      throw this.failure('the old target was touched');
    const twin = this.plan.occupied === 'no' ? this.name : this.name.replace('.bin', ' (2).bin');
    if (!existsSync(this.onDisk(twin))) return;
    // It may exist before any acknowledgement, but only after an unknown outcome, and then complete.
    if (sha(readFileSync(this.onDisk(twin))) !== sha(this.bytes)) throw this.failure('half a file is to be seen');
  }

  private readonly part = (index: number) => this.bytes.subarray(index * CHUNK, (index + 1) * CHUNK);
  private readonly completion = () => ({
    uploadId: this.id,
    fileName: this.name,
    totalBytes: this.bytes.length,
    pathParts: ['Up'],
    chunkSizeBytes: CHUNK,
  });
  private readonly headers = (index: number, size: number) => ({
    'upload-id': this.id,
    'chunk-index': String(index),
    'chunk-size': String(size),
    'chunk-offset': String(index * CHUNK),
    'total-bytes': String(this.bytes.length),
    'content-type': 'application/octet-stream',
  });

  private async put(
    index: number,
    body: Buffer,
    { headers = {}, person = this.world.ada }: { headers?: Record<string, string>; person?: Person } = {},
  ): Promise<number> {
    const init = {
      method: 'PUT',
      headers: { ...this.headers(index, body.length), ...headers },
      body: new Uint8Array(body),
    };
    return (await this.answer(person, '/api/file-uploads/chunk', init)).status;
  }

  private post(path: string, json: unknown): Promise<{ status: number; body: unknown }> {
    return this.answer(this.world.ada, `/api/file-uploads/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(json),
    });
  }

  private async answer(person: Person, path: string, init?: RequestInit): Promise<{ status: number; body: unknown }> {
    try {
      const answer = await person.fetch(path, init);
      const text = await answer.text();
      return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
    } catch {
      return { status: 0, body: undefined };
    }
  }

  private async until(ask: () => Promise<number>, wanted: number[]): Promise<void> {
    let status = await ask();
    while (isUnknown(status)) status = await ask();
    this.expect(status, wanted, 'the end');
  }

  private expect(status: number, wanted: number[], what: string): void {
    if (!wanted.includes(status) && !isUnknown(status))
      throw this.failure(`${what} answered ${status} instead of ${wanted.join(' or ')}`);
  }

  private failure(what: string): Error {
    return new Error(`${this.name}: ${what} in ${JSON.stringify(this.plan)}`);
  }
}
