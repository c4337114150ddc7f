import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { chart, goldenFile, helm, render, REQUIRED, WAYS } from './render.js';

describe('charts', () => {
  it.each(Object.keys(WAYS))('rendered as %s, they equal the reviewed golden files (npm run charts:golden)', (way) => {
    const { text, repeated } = render(way);
    expect(text).toBe(readFileSync(goldenFile(way), 'utf8'));
    const first = text.split('---\n').filter((document) => /computers-00$/m.test(document));
    const renumbered = (number: string) =>
      repeated
        .filter((document) => document.includes(`computers-${number}`))
        .map((document) => document.replaceAll(`computers-${number}`, 'computers-00'));
    const numbers =
      way === 'platform-deps' ? [] : Array.from({ length: 15 }, (_, index) => String(index + 1).padStart(2, '0'));
    for (const number of numbers) expect(renumbered(number)).toEqual(first);
    expect(repeated).toHaveLength(numbers.length * first.length);
  });

  it.each(['small', 'ha'])('lint finds no problem in the profile %s', (name) => {
    expect(helm('lint', '--strict', chart('zo'), `--values=${chart('zo')}/values-${name}.yaml`, ...REQUIRED)).toContain(
      '0 chart(s) failed',
    );
  });

  it('no plain value of a pod is a secret, and only compute and accounts have access to the cluster', () => {
    for (const way of ['small', 'ha']) {
      const deployments = render(way)
        .text.split('---\n')
        .filter((text) => /^kind: Deployment$/m.test(text));
      expect(deployments).toHaveLength(10);
      for (const text of deployments) {
        expect(text).not.toMatch(/name: \w*(PASSWORD|SECRET|TOKEN|KEY)\w*, value: (?!"\/)/);
        expect(text).toContain('automountServiceAccountToken: false');
        expect(text.includes('serviceAccountToken:')).toBe(/component: (compute|accounts)/.test(text));
      }
      expect(render(way).text).not.toContain('kind: Secret\n');
    }
  });
});

/** Files in which programs declare their settings. */
const SETTINGS = [
  ...['accounts', 'channels', 'chat', 'compute', 'gateway', 'uploads'].map((name) => `services/${name}/src/config.ts`),
  'services/compute/src/operator/config.ts',
  'services/shared/config/index.ts',
  'services/shared/bootstrap/settings.ts',
  'services/shared/events/event-log.config.ts',
  'infra/apps/launcher/migrate.ts',
  'infra/apps/backup/in-cluster.ts',
];

it.each(['small', 'ha'])('a program reads every setting of %s', (way) => {
  const known = SETTINGS.map((file) => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')).join('');
  const given = new Set(
    [...render(way).text.matchAll(/^ +(?:- \{name: )?([A-Z][A-Z0-9]*_[A-Z0-9_]+)[:,]/gm)].map(([, name]) => name!),
  );
  expect(given.size).toBeGreaterThan(20);
  expect([...given].filter((name) => !new RegExp(`\\b${name}:`).test(known))).toEqual([]);
});

/** Values, and part of the message that says what to change. */
const REFUSED: readonly (readonly [string, readonly string[], RegExp])[] = [
  ['no address', ['--set=publicUrl='], /publicUrl is missing: set it to/],
  ['an address without TLS', ['--set=publicUrl=http://zo.example.com'], /has no TLS.*set publicUrl to https:/],
  [
    'the image of computers as it is in the values',
    [`--set=computers.image=zo-computer@sha256:${'0'.repeat(64)}`],
    /computers\.image names no image: build .*set computers\.image/,
  ],
  [
    'the image of services as it is in the values',
    ['--set=image.repository=zo,image.digest='],
    /image\.repository zo is on no registry: build .*set image\.repository/,
  ],
  [
    'a plan with more processors than a pod may have',
    ['--set=computers.plans.free.cpu.limit=8500m'],
    /plan free would be let in: its cpu of 8500m is more than computers\.most\.cpu, which is 8/,
  ],
  [
    'a plan with more memory than a pod may have',
    ['--set=computers.plans.free.memory.limit=16385Mi'],
    /its memory of 16385Mi is more than computers\.most\.memory, which is 16Gi/,
  ],
  [
    'more processes than Postgres has connections for',
    ['--set=autoscaling.kind=hpa'],
    /104 processes of services at most share 100 connections .*set max_connections of Postgres and database\.maxConnections to 431 or more/,
  ],
  ['mail to nobody’s domain', ['--set=mail.enabled=true'], /set mail\.domain/],
  ['no Redis', ['--set=redis.existingSecret='], /meet in Redis: set redis\.existingSecret/],
  ['no database', ['--set=database.existingSecret='], /set database\.existingSecret/],
  ['no keys', ['--set=keys.existingSecret='], /set keys\.existingSecret/],
  ['a bucket nobody may use', ['--set=objects.endpoint=https://s3.example.com'], /set objects\.existingSecret/],
  [
    'an authority for brokers in the clear',
    ['--set=kafka.brokers=kafka:9093,kafka.tls.caSecret=ca'],
    /set kafka\.tls\.enabled to true/,
  ],
  [
    'brokers nobody signs in to',
    ['--set=kafka.brokers=kafka:9093,kafka.sasl.mechanism=scram-sha-512'],
    /set kafka\.sasl\.username, and kafka\.sasl\.existingSecret/,
  ],
  [
    'a password for brokers in the clear',
    [
      '--set=kafka.brokers=kafka:9092,kafka.sasl.mechanism=plain,kafka.sasl.username=zo,kafka.sasl.existingSecret=kafka',
    ],
    /sends the password readable.*set kafka\.tls\.enabled/,
  ],
  [
    'computers by tag',
    ['--set=computers.image=registry.example.com/computer:latest'],
    /is no digest.*set computers\.image to name@sha256/,
  ],
  ['a plan there is not', ['--set=computers.plan=pro'], /add it there, or set computers\.plan to one of: free/],
  [
    'a plan with a runtime that is not let in',
    ['--set=computers.plans.free.runtimeClassName=gvisor'],
    /add its runtimeClassName to computers\.runtimeClasses/,
  ],
  [
    'copies of homes without a place for them',
    ['--set=computers.plans.free.backups.every=1d,computers.plans.free.backups.keep=7'],
    /have nowhere to be copied to: set objects\.endpoint/,
  ],
  [
    'copies of homes at odd times',
    ['--set=computers.plans.free.backups.every=often,computers.plans.free.backups.keep=7'],
    /does not match pattern/,
  ],
  [
    'pages of people on the host of the app',
    ['--set=sites.host=zo.example.com'],
    /share cookies.*set sites\.host to another domain/,
  ],
  [
    'content of people below the app',
    ['--set=userContent.host=content.zo.example.com'],
    /share cookies.*set userContent\.host to another domain/,
  ],
  ['pages of people above the app', ['--set=sites.host=example.com'], /share cookies/],
  [
    'content of people below their pages',
    ['--set=sites.host=zo-pages.example,userContent.host=content.zo-pages.example'],
    /share cookies.*set userContent\.host to another domain/,
  ],
  ['a route without a gateway', ['--set=route.enabled=true'], /set route\.gateway\.name/],
  [
    'a route without TLS',
    ['--set=route.enabled=true,route.gateway.name=public', '--set=publicUrl=http://localhost:8080'],
    /needs TLS: set publicUrl/,
  ],
  [
    'profile ha and one replica',
    ['--set=profile=ha'],
    /away with its node: set services\.\w[\w-]*\.replicas to 2 or more/,
  ],
  [
    'profile ha and a least of one',
    ['--set=profile=ha,autoscaling.kind=hpa,services.chat.autoscaling.min=1,services.compute-operator.replicas=2'],
    /set services\.chat\.autoscaling\.min to 2 or more/,
  ],
  [
    'a least above the most',
    ['--set=autoscaling.kind=hpa,services.chat.autoscaling.max=1'],
    /set services\.chat\.autoscaling\.max to 2 or more/,
  ],
  [
    'brokers at a closed port',
    ['--set=kafka.brokers=kafka-0:19092\\,kafka-1:9092'],
    /no service could reach kafka-0:19092: add 19092 to networkPolicy\.engines\.kafka\.ports/,
  ],
  [
    'a bucket at a closed port',
    ['--set=objects.existingSecret=s3,objects.endpoint=http://minio:7000'],
    /add 7000 to networkPolicy\.engines\.objects\.ports/,
  ],
  [
    'a bucket at a closed port that goes without saying',
    ['--set=objects.existingSecret=s3,objects.endpoint=http://s3'],
    /add 80 to networkPolicy\.engines\.objects\.ports/,
  ],
  ['a collector without a port', ['--set=tracing.endpoint=http://collector'], /does not match pattern/],
  [
    'profile ha and one operator',
    [`--values=${chart('zo')}/values-ha.yaml`, '--set=services.compute-operator.replicas=1'],
    /set services\.compute-operator\.replicas/,
  ],
  [
    'profile ha and no policies',
    [`--values=${chart('zo')}/values-ha.yaml`, '--set=networkPolicy.enabled=false'],
    /set networkPolicy\.enabled to true/,
  ],
  ['a value that does not exist', ['--set=services.chat.replica=2'], /additional properties 'replica' not allowed/],
  ['a service that does not exist', ['--set=services.mail.replicas=1'], /additional properties 'mail' not allowed/],
  [
    'a password among the settings',
    ['--set=services.accounts.env.ZO_OWNER_PASSWORD=correct'],
    /ZO_OWNER_PASSWORD among the values would be read.*name a Secret/,
  ],
  ['a secret among the values', ['--set=redis.url=redis://:secret@redis'], /additional properties 'url' not allowed/],
];

describe('harmful combinations of values', () => {
  it.each(REFUSED)('%s: refused with a message that says what to change', (_, values, sentence) => {
    expect(() => helm('template', 'zo', chart('zo'), ...REQUIRED, ...values)).toThrow(sentence);
  });

  it('the corrected values are accepted', () => {
    const right = [
      '--set=publicUrl=http://localhost:8080',
      '--set=computers.plans.free.runtimeClassName=gvisor',
      '--set=computers.runtimeClasses={gvisor}',
      '--set=networkPolicy.enabled=false',
    ];
    expect(helm('template', 'zo', chart('zo'), ...REQUIRED, ...right)).toContain("in ['gvisor']");
  });
});
