import { defineConfig, type RsbuildConfig } from '@rsbuild/core';
import tailwind from '@tailwindcss/postcss';
import { pluginReact } from '@rsbuild/plugin-react';
import { pluginModuleFederation } from '@module-federation/rsbuild-plugin';

/** The remotes the shell knows and the port each one's dev server listens on. */
export const REMOTES = { workspace: 4611, chat: 4612, settings: 4613 } as const;
/** Dev server of the shell. */
export const SHELL_PORT = 4610;

export type AppName = 'shell' | keyof typeof REMOTES;

/** Every module that must exist once in the page: state, context or registries live in it. */
const SINGLETONS = ['react', 'react-dom', 'react/jsx-runtime', '@zo/web/store', '@zo/web/live', '@zo/web/ui', '@zo/web/router', '@zo/web/theme'];

/**
 * The shell carries the singletons in its first bundle; the remotes ship no copy of their own (`import: false`),
 * so there can be no second React or store, and a remote's build stays small.
 */
function sharedModules(host: boolean): Record<string, object> {
  const entries = SINGLETONS.map((name) => [name, { singleton: true, requiredVersion: false as const, version: '1.0.0', ...(host ? { eager: true } : { import: false as const }) }]);
  return Object.fromEntries(entries) as Record<string, object>;
}

/** The gateway puts a fresh value here with every page (Content-Security-Policy). */
const NONCE = '__CSP_NONCE__';

// Fast Refresh reaches the remotes only when all bundles find the same hook, made before any of them runs. Development only.
const REFRESH_HOOK = `window.__REACT_DEVTOOLS_GLOBAL_HOOK__ ||= (() => { const renderers = new Map(); let id = 0; return { renderers, supportsFiber: true, inject(r) { renderers.set(++id, r); return id; }, onScheduleFiberRoot() {}, onCommitFiberRoot() {}, onCommitFiberUnmount() {} }; })();`;

type Tag = { tag: string; attrs?: Record<string, string | boolean | null | undefined>; children?: string };

function hostHtml(dev: boolean): RsbuildConfig['html'] {
  const withNonce = (tags: Tag[]): Tag[] => tags.map((tag) => (tag.tag === 'script' ? { ...tag, attrs: { ...tag.attrs, nonce: NONCE } } : tag));
  return {
    template: './src/index.html',
    inject: 'body',
    scriptLoading: 'defer',
    tags: [...(dev ? [{ tag: 'script', head: true, append: false, children: REFRESH_HOOK }] : []), withNonce],
  };
}

function remoteUrls(dev: boolean): Record<string, string> {
  return Object.fromEntries(
    Object.entries(REMOTES).map(([name, port]) => [name, dev ? `${name}@http://127.0.0.1:${port}/mf-manifest.json` : `${name}@/remotes/${name}/mf-manifest.json`]),
  );
}

/** What an app says about itself; everything else is the same for all of them. */
export interface AppOptions {
  name: AppName;
  /** Remote only: public module → source file. */
  exposes?: Record<string, string>;
}

/** The one Rsbuild configuration of shell and remotes. */
export function defineApp({ name, exposes }: AppOptions): RsbuildConfig {
  return defineConfig(({ command }) => {
    const dev = command === 'dev';
    const host = name === 'shell';
    const port = name === 'shell' ? SHELL_PORT : REMOTES[name];
    return {
      plugins: [
        pluginReact(),
        pluginModuleFederation({
          name,
          ...(host ? { remotes: remoteUrls(dev) } : { exposes, filename: 'remoteEntry.js' }),
          shareStrategy: 'loaded-first',
          dts: false,
          shared: sharedModules(host),
          experiments: host ? { provideExternalRuntime: true } : { externalRuntime: true },
        }),
      ],
      source: { entry: { index: './src/index.ts' } },
      html: host ? hostHtml(dev) : {},
      // All styles are the shell's: Tailwind reads the sources of the remotes too.
      tools: host ? { postcss: (_options, { addPlugins }) => addPlugins(tailwind({ optimize: !dev })) } : { htmlPlugin: false },
      server: { port, strictPort: true, cors: { origin: `http://127.0.0.1:${SHELL_PORT}` }, ...(host ? { historyApiFallback: true, proxy: { '/api': { target: 'http://127.0.0.1:4600', ws: true } } } : {}) },
      dev: { assetPrefix: host ? '/' : `http://127.0.0.1:${port}/`, lazyCompilation: false },
      output: {
        assetPrefix: host ? '/' : `/remotes/${name}/`,
        cleanDistPath: true,
        dataUriLimit: { font: 0, image: 0, svg: 0 },
        sourceMap: false,
        legalComments: 'none',
        overrideBrowserslist: ['chrome >= 116', 'edge >= 116', 'firefox >= 121', 'safari >= 17'],
        distPath: { js: 'static/js', css: 'static/css', font: 'static/font' },
      },
      performance: { printFileSize: false },
    };
  }) as unknown as RsbuildConfig;
}
