/**
 * The product on a real node, through its public address: charts, images, engines, a pod and a volume for each user.
 */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { accountsEvents, consumerGroups } from '@zo/proto/topics';
import { eventually } from '@zo/testing';
import { buildPlugin } from '../../../apps/kubectl-zo/build.mjs';
import { typing } from '../../../apps/kubectl-zo/test/people.js';
import { type FakeMedia, startFakeMedia } from '../../product/fake-media.js';
import { type FakeProvider, startFakeProvider } from '../../product/fake-provider.js';
import { Person, type Product } from '../../product/product.js';
import { type Installation, startInstallation } from './installation.js';
import { drill } from './drill.js';
import { transcribeLong } from './recording.js';
import { becomes, computerOf, registrations, inTerminal, METRICS_PORT, read, write } from './queries.js';

const MEGABYTE = 1024 ** 2;
/** For what pods do beside other suites. */
const BUSY_MS = 240_000;

let provider: FakeProvider;
let media: FakeMedia;
let installation: Installation;
let ada: Person;
beforeAll(async () => {
  [provider, media] = await Promise.all([startFakeProvider(), startFakeMedia()]);
  const values = { services: { compute: { env: { ZO_METRICS_PORT: METRICS_PORT } } } };
  installation = await startInstallation({
    models: [provider, media].map(({ url }) => Number(new URL(url).port)),
    values,
  });
}, 900_000);
afterAll(async () => {
  await installation?.stop();
  await Promise.all([provider?.stop(), media?.stop()]);
});

const product = () => installation as unknown as Product;

it('PC-01 the first visitor becomes the owner and gets a pod and a volume', async () => {
  ada = await Person.claim(product());
  await ada.json('/api/computer/wake', {});
  const { metadata, status } = await becomes(installation, 'ada', 'Running');
  const pod = JSON.parse(
    await installation.node.kubectl(['get', 'pod', status!.podName!, '-n', metadata.namespace, '-o', 'json']),
  ) as { spec: { containers: { securityContext: object }[]; volumes: object[] } };
  expect(pod.spec.containers[0]!.securityContext).toMatchObject({
    readOnlyRootFilesystem: true,
    runAsNonRoot: true,
    allowPrivilegeEscalation: false,
  });
  const claims = await installation.node.kubectl([
    'get',
    'pvc',
    '-n',
    metadata.namespace,
    '-o',
    'jsonpath={.items[*].status.phase}',
  ]);
  expect(claims).toBe('Bound');
});

/** Uploads a file in chunks. */
async function upload(fileName: string, bytes: Uint8Array): Promise<void> {
  const about = { pathParts: [], fileName, totalBytes: bytes.length };
  const { uploadId, chunkSizeBytes } = await ada.json<{ uploadId: string; chunkSizeBytes: number }>(
    '/api/file-uploads/init',
    about,
  );
  for (let index = 0; index * chunkSizeBytes < bytes.length; index++) {
    const part = bytes.subarray(index * chunkSizeBytes, (index + 1) * chunkSizeBytes);
    const headers = {
      'content-type': 'application/octet-stream',
      'upload-id': uploadId,
      'chunk-index': String(index),
      'chunk-size': String(part.length),
      'chunk-offset': String(index * chunkSizeBytes),
      'total-bytes': String(bytes.length),
    };
    const answer = await ada.fetch('/api/file-uploads/chunk', { method: 'PUT', headers, body: part });
    expect([answer.status, answer.ok ? '' : await answer.text()]).toEqual([200, '']);
  }
  await ada.json('/api/file-uploads/complete', { uploadId, chunkSizeBytes, ...about });
}

it('UP-01 FT-01 a large file is uploaded in chunks and downloaded unchanged', async () => {
  const bytes = randomBytes(20 * MEGABYTE);
  await upload('video.bin', bytes);
  expect(Buffer.from(await (await ada.fetch('/api/file/video.bin')).arrayBuffer()).equals(bytes)).toBe(true);
});

it('TL-01 CH-03 the assistant reads, runs commands and writes in the pod', async () => {
  await write(ada, ['sales.csv'], 'month,amount\nMay,7\nJune,9\n');
  await ada.json('/api/models/providers', {
    kind: 'openai-compatible',
    base_url: provider.url.replace('127.0.0.1', installation.node.outside),
    api_key: 'k',
    models: ['big'],
  });
  const model = (await ada.json<{ value: string; helper?: boolean }[]>('/api/models/available')).find(
    ({ helper }) => !helper,
  )!.value;
  provider.script(
    (answer) => (
      answer.call('c1', 'run_bash_command', { cmd: 'sort -t, -k2 -n sales.csv | tail -1 > best.txt && id -u' }),
      answer.end('tool_calls')
    ),
    (answer) => (answer.text('June was the best month.'), answer.end()),
  );
  const { conversation_id: conversation } = await ada.json<{ conversation_id: string }>(
    '/api/conversations/new/messages',
    { text: 'The best month?', model },
  );
  const last = async () =>
    (
      await ada.json<{
        messages: {
          role: string;
          status?: string;
          error?: string;
          parts: { type: string; text?: string; state?: string; approval?: { id: string } }[];
          run_id?: string;
        }[];
      }>(`/api/conversations/${conversation}`)
    ).messages.findLast(({ role }) => role === 'assistant')!;
  await eventually(async () => {
    const { parts, run_id: run, status } = await last();
    const asked = parts.find(({ state }) => state === 'approval')?.approval;
    if (asked) await ada.json(`/api/runs/${run}/approvals/${asked.id}`, { decision: 'approve' });
    return status !== 'running';
  });
  expect(await last()).toMatchObject({ status: 'complete' });
  expect(await read(ada, ['best.txt'])).toBe('June,9\n');
});

it('TS-01 a long recording is cut by ffmpeg in the pod, and transcribed', async () => {
  const events = await transcribeLong(ada, { media, outside: installation.node.outside, upload });
  expect(events).toContain('event: TranscribeCompleteEvent');
  expect(events).toContain('"parts":3');
  expect(media.seen.map(({ file }) => file!.bytes.subarray(0, 4).toString())).toEqual(['OggS', 'OggS', 'OggS']);
}, 120_000);

it('a terminal is a shell in the pod', async () => {
  expect(await inTerminal(ada, 'echo uid=$(id -u) $(hostname) $((6*7))', /uid=1000 ada 42/)).toContain(
    'uid=1000 ada 42',
  );
});

it('PC-01 an administrator reads pod logs and reaches accounts, events and credits through the API server', async () => {
  const type = typing(() => installation.node.kubeconfig, await buildPlugin());
  const zo = (line: string) => type('admin', `kubectl zo ${line}`);
  expect(await zo('logs ada')).toMatchObject({ code: 0, err: '' });
  // One line for the brokers, one for each consumer group: none has a backlog.
  const backlog = async () =>
    Array.from((await zo('outbox')).out.matchAll(/^accounts +accounts\.events\.v1 +(\S+) +(\d+) /gm), (line) =>
      line.slice(1),
    );
  const none = ['(brokers)', ...consumerGroups(accountsEvents)].map((group) => [group, '0']);
  await eventually(async () => isDeepStrictEqual(await backlog(), none), 60_000);
  expect(await zo('dlq ls')).toEqual({ code: 0, out: 'nothing is parked\n', err: '' });
  expect(await zo('credits grant ada --amount 500 --why "a test" --key on-a-real-node')).toEqual({
    code: 0,
    out: 'ada is given 500 (key on-a-real-node) and has 500\n',
    err: '',
  });
  expect((await zo('credits show ada')).out).toMatch(/500 +admin +a test/);
});

it('D1 a killed pod loses no file', async () => {
  const { metadata, status } = await computerOf(installation, 'ada');
  await installation.node.kubectl([
    'delete',
    'pod',
    status!.podName!,
    '-n',
    metadata.namespace,
    '--force',
    '--grace-period=0',
    '--wait=false',
  ]);
  await eventually(async () => (await read(ada, ['best.txt']).catch(() => undefined)) === 'June,9\n');
  expect((await computerOf(installation, 'ada')).status?.podUID).not.toBe(status!.podUID);
});

it('PC-01 a sleeping computer has no pod; the next request wakes it', async () => {
  const { metadata } = await computerOf(installation, 'ada');
  const pods = async () =>
    (await installation.node.kubectl(['get', 'pods', '-n', metadata.namespace, '-o', 'name'])).trim();
  await installation.upgrade({ computers: { idleMinutes: 0.2 } });
  await eventually(async () => (await pods()) === '');
  await becomes(installation, 'ada', 'Suspended');
  await installation.upgrade({ computers: { idleMinutes: 30 } });
  const before = await registrations(installation);
  const begun = performance.now();
  expect(await read(ada, ['sales.csv'])).toContain('June,9');
  console.log(`a computer asleep answers after ${Math.round(performance.now() - begun)} ms`);
  // The agent registered itself, through the network policies of both sides.
  await eventually(async () => (await registrations(installation)) === before + 1);
  await becomes(installation, 'ada', 'Running');
});

it('S10 a computer reaches the internet but nothing of the cluster, its machines or other users', async () => {
  const grace = await Person.invited(product(), ada, 'grace');
  await grace.json('/api/computer/wake', {});
  const { script, open } = await drill(installation, {
    other: await computerOf(installation, 'grace'),
    internet: await installation.node.internet(),
  });
  await write(ada, ['drill.py'], script);
  // A new pod is open until the node has learned its address.
  await eventually(async () => {
    const reached = /DRILL (.*) END/.exec(await inTerminal(ada, 'python3 ~/workspace/drill.py', /DRILL .* END/))![1]!;
    if (reached !== open) throw new Error(`reached: ${reached}`);
    return true;
  });
});

it('S4 no user reaches the files of another', async () => {
  const grace = await Person.signIn(product(), 'grace');
  expect(await grace.json('/api/read-fs', { slug: ['sales.csv'], root: 'w' })).toMatchObject({
    error: expect.stringContaining('File not found'),
  });
});

it('D16 a home is backed up from a pod to S3 and restored to a new volume with every file unchanged', async () => {
  const { node } = installation;
  const kubectl = (...args: string[]) => node.kubectl(args);
  const { metadata } = await computerOf(installation, 'ada');
  const at = ['-n', metadata.namespace];
  const files = `find . -path ./.computer -prune -o -type f ! -name '.bash_history' -print0`;
  const look = `cd ~ && ${files} | sort -z | xargs -0 sha256sum | sha256sum | sed 's/^/FILES /'`;
  const digest = async () =>
    /FILES ([0-9a-f]{64})/.exec(
      await inTerminal(ada, `${look}; find ~/workspace -type f | wc -l | sed 's/^/COUNT /'`, /COUNT \d+/),
    )![1];
  await inTerminal(
    ada,
    [
      'mkdir many; for n in $(seq 1000); do head -c $((n % 50 * 80)) /dev/urandom > many/$n; done',
      'touch private; chmod 600 private; ln -s many/7 link; echo MADE $((1000 + 1))',
    ].join('; '),
    /MADE 1001/,
  );
  const before = await digest();
  const make = (kind: string, name: string, spec: object) =>
    node.apply({
      apiVersion: 'compute.zo.internal/v1alpha1',
      kind,
      metadata: { name, namespace: metadata.namespace },
      spec: { computerRef: { name: metadata.name }, ...spec },
    });
  const ended = async (kind: string, name: string) => {
    await eventually(
      async () => (await kubectl('get', kind, name, ...at, '-o', 'jsonpath={.status.completedAt}')) !== '',
      BUSY_MS,
    );
    const { status } = JSON.parse(await kubectl('get', kind, name, ...at, '-o', 'json')) as {
      status: { phase: string; message?: string; files: number; claim?: string; durationSeconds: number };
    };
    return status;
  };
  await make('ComputerBackup', 'first', {});
  const backup = await ended('computerbackup', 'first');
  expect(backup).toMatchObject({ phase: 'Complete' });
  await write(ada, ['sales.csv'], 'overwritten');
  await make('ComputerRestore', 'back', { backupRef: { name: 'first' } });
  const restored = await ended('computerrestore', 'back');
  expect(restored).toMatchObject({ phase: 'Complete', files: backup.files });
  // The computer has no pod while its volume is changed.
  const patch = (spec: object) =>
    kubectl('patch', 'cmp', metadata.name, ...at, '--type=merge', '-p', JSON.stringify({ spec }));
  const hold = async () => {
    await patch({ hold: { reason: 'Maintenance' } });
    await kubectl('wait', '--for=condition=Suspended', `cmp/${metadata.name}`, ...at, '--timeout=240s');
  };
  await hold();
  await patch({ hold: null, storage: { volume: restored.claim } });
  await eventually(
    async () => (await read(ada, ['sales.csv']).catch(() => undefined))?.includes('June,9') === true,
    BUSY_MS,
  );
  expect(await digest()).toBe(before);
  expect(await kubectl('get', 'pvc', ...at, '-o', 'name')).toContain(`${metadata.name}-home\n`);
  // A held computer is backed up without waking it.
  await hold();
  await make('ComputerBackup', 'second', {});
  expect(await ended('computerbackup', 'second')).toMatchObject({ phase: 'Complete' });
  // Also back up the rows of all services, with the Job that runs every night.
  await kubectl('create', 'job', 'rows', '--from=cronjob/zo-backup', '-n', 'zo');
  await kubectl('wait', '--for=condition=Complete', 'job/rows', '-n', 'zo', '--timeout=240s');
  expect(await kubectl('logs', 'job/rows', '-n', 'zo')).toMatch(
    /"key":"backups\/rows\/[^"]+".*the rows of all services are in the object store/,
  );
  console.log(
    `D16: ${backup.files} files and folders from a pod to S3 in ${backup.durationSeconds} s, ` +
      `to a new volume in ${restored.durationSeconds} s`,
  );
}, 900_000);
