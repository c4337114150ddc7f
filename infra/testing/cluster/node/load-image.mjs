// load-image.mjs SOCKET FOLDER NAME: imports an image built by build-image.sh into containerd. Layers it already has
// are not sent again.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [socket, folder, name] = process.argv.slice(2);
const ctr = (...args) => execFileSync('ctr', ['-a', socket, '-n', 'k8s.io', ...args], { encoding: 'utf8' });
const hexOf = (digest) => digest.slice('sha256:'.length);

const held = new Set(ctr('content', 'ls', '-q').split('\n'));
const raw = readFileSync(join(folder, 'manifest.json'));
const manifest = JSON.parse(raw);
const digest = `sha256:${createHash('sha256').update(raw).digest('hex')}`;
const layout = mkdtempSync(join(tmpdir(), 'zo-image-'));
try {
  const blobs = join(layout, 'blobs', 'sha256');
  mkdirSync(blobs, { recursive: true });
  symlinkSync(join(folder, 'manifest.json'), join(blobs, hexOf(digest)));
  const wanted = new Set([
    manifest.config.digest,
    ...manifest.layers.map((layer) => layer.digest).filter((layer) => !held.has(layer)),
  ]);
  for (const blob of wanted) symlinkSync(join(folder, hexOf(blob)), join(blobs, hexOf(blob)));
  const annotations = { 'io.containerd.image.name': name };
  writeFileSync(
    join(layout, 'index.json'),
    JSON.stringify({
      schemaVersion: 2,
      manifests: [{ mediaType: manifest.mediaType, digest, size: raw.length, annotations }],
    }),
  );
  writeFileSync(join(layout, 'oci-layout'), '{"imageLayoutVersion":"1.0.0"}');
  execFileSync('tar', ['-chf', join(layout, 'image.tar'), '-C', layout, 'oci-layout', 'index.json', 'blobs']);
  ctr('images', 'import', join(layout, 'image.tar'));
} finally {
  rmSync(layout, { recursive: true });
}
console.log(digest);
