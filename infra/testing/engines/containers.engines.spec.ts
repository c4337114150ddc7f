/**
 * Engines as containers by testcontainers, against a real container engine: the same handle, with the same promises.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getContainerRuntimeClient } from 'testcontainers';
import { S3Bucket } from '@zo/objects/s3.bucket';
import { eventually } from '@zo/testing/service';
import { isContainerEngineAvailable, containersChosen } from './containers/chosen.js';
import { type Docker, startDocker } from './containers/docker.js';
import { imageOf } from './containers/images.js';
import { paths } from './paths.mjs';
import { freePorts } from './ports.js';
import { type Redis, startRedis } from './redis.js';
import { engineFolder, startEngine } from './runner.js';
import { type S3, startS3 } from './s3.js';

let docker: Docker | undefined;
let redis: Redis;
let s3: S3;

beforeAll(async () => {
  if (!(await isContainerEngineAvailable())) {
    docker = await startDocker();
    Object.assign(process.env, docker.environment);
    await Promise.all([
      docker.image('redis', '/usr/bin/redis-server'),
      docker.image('s3', join(paths.s3, 'versitygw')),
    ]);
  }
  // No choice is made here: the engine answers.
  delete process.env['ZO_TEST_ENGINES'];
  [redis, s3] = await Promise.all([startRedis(), startS3()]);
});
afterAll(async () => {
  try {
    await redis?.stop();
  } finally {
    await docker?.stop();
  }
});

const ask = (command: string) =>
  new Promise<string>((resolve, reject) => {
    const { hostname, port } = new URL(redis.url);
    const socket = connect(Number(port), hostname, () => socket.write(`${command}\r\n`));
    socket.setEncoding('utf8').once('data', (answer: string) => {
      socket.destroy();
      resolve(answer);
    });
    socket.once('error', reject).once('close', () => reject(new Error('the connection was closed')));
  });

/** The container that publishes a port, as the container engine describes it; a stopped one too. */
async function containerOf(port: number) {
  const { container } = await getContainerRuntimeClient();
  const all = await container.dockerode.listContainers({ all: true });
  const described = await Promise.all(all.map(({ Id }) => container.getById(Id).inspect()));
  const found = described.find(({ HostConfig }) => Object.hasOwn(HostConfig.PortBindings ?? {}, `${port}/tcp`));
  return found && { status: found.State.Status, image: found.Config.Image };
}
const statusOf = async (port: number) => (await containerOf(port))?.status;
const redisPort = () => Number(new URL(redis.url).port);
const s3Port = () => Number(new URL(s3.endpoint).port);
const appended = () => readFileSync(join(redis.folder, 'appendonlydir/appendonly.aof.1.incr.aof'), 'utf8');

describe('engines as containers', () => {
  it('run from the images of docker-compose.yml where a container engine answers', async () => {
    expect(await containersChosen()).toBe(true);
    expect(await containerOf(redisPort())).toEqual({ status: 'running', image: imageOf('redis') });
    expect(await containerOf(s3Port())).toEqual({ status: 'running', image: imageOf('s3') });
  });

  it('keep their data when they are killed and restarted on the same folder and port', async () => {
    const objects = new S3Bucket(s3);
    expect(await ask('SET kept 7')).toBe('+OK\r\n');
    await objects.put('kept', Buffer.from('seven'));
    // Wait for the next flush to disk, so that the kill cannot lose the write.
    await eventually(() => appended().includes('kept'));
    const before = [redis, s3].map(({ pid }) => pid);
    await Promise.all([redis.kill(), s3.kill()]);
    expect([await statusOf(redisPort()), await statusOf(s3Port())]).toEqual(['exited', 'exited']);
    await expect(ask('PING')).rejects.toThrow();
    await Promise.all([redis.restart(), s3.restart()]);
    expect([redis, s3].map(({ pid }) => pid).filter((pid) => pid === 0 || before.includes(pid))).toEqual([]);
    expect(await ask('GET kept')).toBe('$1\r\n7\r\n');
    expect(await objects.text('kept')).toBe('seven');
  });

  it('keep every write when a running one is restarted', async () => {
    expect(await ask('SET written 8')).toBe('+OK\r\n');
    await redis.restart();
    expect(await ask('GET written')).toBe('$1\r\n8\r\n');
  });

  it('a frozen engine does not respond until it continues', async () => {
    redis.signal('SIGSTOP');
    await eventually(async () => (await statusOf(redisPort())) === 'paused');
    let answered = false;
    const answer = ask('PING').then((text) => {
      answered = true;
      return text;
    });
    expect(await statusOf(redisPort())).toBe('paused');
    expect(answered).toBe(false);
    redis.signal('SIGCONT');
    redis.signal('SIGCONT');
    expect(await answer).toBe('+PONG\r\n');
  });

  it('a frozen engine can be killed and restarted', async () => {
    redis.signal('SIGSTOP');
    await redis.kill();
    expect(await statusOf(redisPort())).toBe('exited');
    await redis.restart();
    expect(await ask('GET kept')).toBe('$1\r\n7\r\n');
  });

  it('an engine that does not start reports its last output, and leaves no container', async () => {
    const folder = engineFolder('none');
    const [port] = await freePorts(1);
    const command = ['redis-server', '--port', String(port), '--no-such-option'];
    const container = { image: 'redis', command, port: port! } as const;
    await expect(
      startEngine({ name: 'Nothing', folder, command: [], ready: /never/, end: 'SIGTERM', container }),
    ).rejects.toThrow(/Nothing did not start: [^]*no-such-option/);
    expect(await containerOf(port!)).toBeUndefined();
    rmSync(folder, { recursive: true });
  });

  it('stop removes the container and the folder, of a killed engine too', async () => {
    const killed = await startRedis();
    const port = Number(new URL(killed.url).port);
    await killed.kill();
    await Promise.all([killed.stop(), s3.stop()]);
    expect([await containerOf(port), await containerOf(s3Port())]).toEqual([undefined, undefined]);
    expect([killed.folder, s3.folder].filter((folder) => existsSync(folder))).toEqual([]);
  });

  it('ZO_TEST_ENGINES=processes starts plain processes all the same', async () => {
    process.env['ZO_TEST_ENGINES'] = 'processes';
    const plain = await startRedis();
    expect(readFileSync(`/proc/${plain.pid}/comm`, 'utf8').trim()).toBe('redis-server');
    expect(await containerOf(Number(new URL(plain.url).port))).toBeUndefined();
    await plain.stop();
  });
});
