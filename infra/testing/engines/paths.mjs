// Paths of the installed engines. Runs on every Node from version 20 on, so it imports only Node's own modules.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const VERSITYGW = 'github.com/versity/versitygw/cmd/versitygw@v1.8.0';
/** Debian's packages of a container engine, unpacked for the tests of engines in containers. */
export const DOCKER = {
  packages: ['docker.io', 'containerd', 'runc', 'libdevmapper1.02.1'],
  files: [
    'usr/sbin/dockerd',
    'usr/sbin/docker-proxy',
    'usr/bin/containerd',
    'usr/bin/containerd-shim-runc-v2',
    'usr/sbin/runc',
    'lib/*/libdevmapper.so.1.02.1',
  ],
};
export const kafkaSources = fileURLToPath(new URL('kafka', import.meta.url));

const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'zo-engines');
/** A folder named by the hash of its inputs: each version has its own folder, and an incomplete one is never used. */
const folderOf = (name, content) =>
  join(cache, `${name}-${createHash('sha256').update(content).digest('hex').slice(0, 12)}`);

export const paths = {
  cache,
  kafka: folderOf('kafka', readFileSync(join(kafkaSources, 'pom.xml'))),
  s3: folderOf('s3', VERSITYGW),
  docker: folderOf('docker', JSON.stringify(DOCKER)),
};
