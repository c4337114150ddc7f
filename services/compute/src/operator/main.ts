import { S3Objects, s3Settings } from '@zo/objects';
import { serveMetrics } from '@zo/metrics';
import { logger, setLogLevel, withProbes } from '@zo/observability';
import { createServer } from 'node:http';
import { loadOperatorConfig } from './config.js';
import { connectKube } from '@zo/kube';
import { Operator } from './run/operator.js';

const config = loadOperatorConfig();
setLogLevel(config.ZO_LOG_LEVEL);
const operator = new Operator({
  kube: connectKube(config.ZO_KUBECONFIG),
  images: { Stable: config.ZO_COMPUTER_IMAGE, Canary: config.ZO_COMPUTER_IMAGE_CANARY ?? config.ZO_COMPUTER_IMAGE },
  ...(config.ZO_REGISTRATION_URL && { registrationUrl: config.ZO_REGISTRATION_URL }),
  platformNamespace: config.ZO_PLATFORM_NAMESPACE,
  leaseMs: config.ZO_OPERATOR_LEASE_SECONDS,
  relistMs: config.ZO_OPERATOR_RELIST_SECONDS,
  ...(config.S3_ENDPOINT && { objects: new S3Objects(s3Settings(config)) }),
});
operator.start();
if (config.PORT)
  createServer(
    withProbes(
      async () => operator.health(),
      (_request, response) => void response.writeHead(404).end(),
    ),
  ).listen(config.PORT);
await serveMetrics(config.ZO_METRICS_PORT);
logger('operator').info({}, 'started');
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void operator.close().then(() => process.exit(0)));
