// Dev servers of shell and remotes in one process: `node frontends/dev.mjs shell=http://127.0.0.1:4701 workspace=…`
// Each answers at the addresses its build has behind the gateway, so that the page knows one origin only.
import { join } from 'node:path';
import { createRsbuild, loadConfig } from '@rsbuild/core';

const HOME = new URL('.', import.meta.url).pathname;

// Fast Refresh reaches the remotes only when all bundles find the same hook, made before any of them runs.
const REFRESH_HOOK = `window.__REACT_DEVTOOLS_GLOBAL_HOOK__ ||= (() => { const renderers = new Map(); let id = 0; return { renderers, supportsFiber: true, inject(r) { renderers.set(++id, r); return id; }, onScheduleFiberRoot() {}, onCommitFiberRoot() {}, onCommitFiberUnmount() {} }; })();`;
const hookTag = { tag: 'script', head: true, append: false, attrs: { nonce: '__CSP_NONCE__' }, children: REFRESH_HOOK };

// The styles are the shell's, so whatever is saved in a remote builds the shell again as well. The remote goes first.
const afterRemotes = { watchOptions: { aggregateTimeout: 120 } };

async function serve(name, address) {
  const { hostname, port } = new URL(address);
  const prefix = name === 'shell' ? '/' : `/remotes/${name}/`;
  const cwd = join(HOME, name);
  // The addresses of a build: remotes are found below `/remotes/`, on whatever origin the page has.
  const { content } = await loadConfig({ cwd, command: 'build' });
  const config = {
    ...content,
    mode: 'development',
    logLevel: 'warn',
    html: { ...content.html, ...(name === 'shell' && { tags: [hookTag, ...content.html.tags] }) },
    server: { host: hostname, port: Number(port), strictPort: true, cors: { origin: address }, printUrls: false },
    dev: {
      assetPrefix: prefix,
      lazyCompilation: false,
      client: { path: `${prefix}rsbuild-hmr`, webSocketUrlResolver: join(HOME, 'dev-socket.mjs') },
    },
    tools: { ...content.tools, rspack: [content.tools.rspack, ...(name === 'shell' ? [afterRemotes] : [])] },
    output: { ...content.output, cleanDistPath: false, sourceMap: { js: 'cheap-module-source-map', css: false } },
  };
  const rsbuild = await createRsbuild({ cwd, config });
  await rsbuild.startDevServer();
}

await Promise.all(process.argv.slice(2).map((pair) => serve(...pair.split('=', 2))));
