import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type RsbuildConfig, type RsbuildPlugin } from '@rsbuild/core';
import tailwind from '@tailwindcss/postcss';
import { bundleAsync as bundleStyles } from 'lightningcss';
import { pluginReact } from '@rsbuild/plugin-react';
import { pluginModuleFederation } from '@module-federation/rsbuild-plugin';
import { bundle } from './bundle.mjs';

/** The remotes the shell knows. */
const REMOTES = ['workspace', 'chat', 'settings'] as const;

export type AppName = 'shell' | (typeof REMOTES)[number];

/** Modules with state, a context or a registry exist once in the page. The landing page needs none of `LATER`. */
const SINGLETONS = ['react', 'react-dom', 'react/jsx-runtime', '@zo/web/store', '@zo/web/router', '@zo/web/theme'];
const LATER = ['@zo/web/live', '@zo/web/ui'];
/** Only some pages of the remotes need these: the remote that is there first brings them. */
const ON_DEMAND = ['@zo/web/drawings'];

/**
 * The shell carries the singletons in its first bundle; the remotes ship no copy of their own (`import: false`),
 * so there can be no second React or store, and a remote's build stays small.
 */
function sharedModules(host: boolean): Record<string, object> {
  const entries = [...SINGLETONS, ...LATER].map((name) => [
    name,
    {
      singleton: true,
      requiredVersion: false as const,
      version: '1.0.0',
      ...(host ? { eager: SINGLETONS.includes(name) } : { import: false as const }),
    },
  ]);
  const onDemand = ON_DEMAND.map((name) => [
    name,
    { singleton: true, requiredVersion: false as const, version: '1.0.0' },
  ]);
  return Object.fromEntries(host ? entries : [...entries, ...onDemand]) as Record<string, object>;
}

/** The gateway puts a fresh value here with every page (Content-Security-Policy). */
const NONCE = '__CSP_NONCE__';

const WORKER_LOADER = fileURLToPath(new URL('worker-loader.mjs', import.meta.url));

type Tag = { tag: string; attrs?: Record<string, string | boolean | null | undefined>; children?: string };

function hostHtml(): RsbuildConfig['html'] {
  const withNonce = (tags: Tag[]): Tag[] =>
    tags.map((tag) => (tag.tag === 'script' ? { ...tag, attrs: { ...tag.attrs, nonce: NONCE } } : tag));
  return { template: './src/index.html', inject: 'body', scriptLoading: 'defer', tags: [withNonce] };
}

/** Manifest addresses are relative to the origin of the page, in development too. */
const remoteUrls = Object.fromEntries(REMOTES.map((name) => [name, `${name}@/remotes/${name}/mf-manifest.json`]));

/**
 * Puts `early.ts` and `early.css` into the page itself, where they work before any other code has arrived. The
 * stylesheet of the app moves behind them, because nothing below it is drawn or run before it is there.
 */
const earlyCode: RsbuildPlugin = {
  name: 'early-code',
  setup: (api) =>
    api.modifyHTMLTags(async ({ headTags, bodyTags }) => {
      const { mode = 'production' } = api.getRsbuildConfig();
      const folder = join(api.context.rootPath, 'src/early');
      const { code } = await bundle(join(folder, 'early.ts'), {
        mode: mode === 'none' ? 'production' : mode,
        target: 'web',
      });
      const styles = await bundleStyles({ filename: join(folder, 'early.css'), minify: true });
      const isStylesheet = ({ attrs }: Tag) => attrs?.rel === 'stylesheet';
      return {
        headTags: [
          { tag: 'style', children: styles.code.toString() },
          { tag: 'script', attrs: { nonce: NONCE }, children: code.toString() },
          ...headTags.filter((tag) => !isStylesheet(tag)),
        ],
        bodyTags: [...headTags.filter(isStylesheet), ...bodyTags],
      };
    }),
};

/** Imports of the shell, by chunk name, that every page of a signed-in user needs, with the shared modules. */
const PRELOADED = ['bootstrap', 'signed-in'];

/** Writes `preload.json`: the scripts of `PRELOADED`. The gateway names them in the page, so that they load at once. */
const preloadList: RsbuildPlugin = {
  name: 'preload-list',
  setup: (api) =>
    api.processAssets({ stage: 'report' }, ({ compilation, sources }) => {
      const groups = compilation.chunkGroups.filter(
        ({ name, origins }) =>
          PRELOADED.includes(name ?? '') ||
          origins.some(({ module }) => module?.identifier().startsWith('provide shared module')),
      );
      const scripts = new Set(groups.flatMap((group) => group.getFiles().filter((file) => file.endsWith('.js'))));
      compilation.emitAsset('preload.json', new sources.RawSource(JSON.stringify([...scripts])));
    }),
};

/** The options in which the apps differ. */
export interface AppOptions {
  name: AppName;
  /** Remote only: public module → source file. */
  exposes?: Record<string, string>;
}

/** The one Rsbuild configuration of shell and remotes; development changes it in `frontends/dev.mjs`. */
export function defineApp({ name, exposes }: AppOptions): RsbuildConfig {
  const host = name === 'shell';
  return defineConfig({
    plugins: [
      pluginReact(),
      ...(host ? [preloadList, earlyCode] : []),
      pluginModuleFederation({
        name,
        ...(host ? { remotes: remoteUrls } : { exposes, filename: 'remoteEntry.js' }),
        shareStrategy: 'loaded-first',
        dts: false,
        shared: sharedModules(host),
        experiments: {
          ...(host ? { provideExternalRuntime: true } : { externalRuntime: true }),
          optimization: { target: 'web' },
        },
      }),
    ],
    source: { entry: { index: './src/index.ts' } },
    // Everything is served from one origin, in development too.
    server: { cors: { origin: [] } },
    html: host ? hostHtml() : {},
    tools: {
      rspack: (_config, { addRules }) =>
        addRules({ resourceQuery: /^\?url$/, test: /\.worker\.ts$/, loader: WORKER_LOADER, type: 'javascript/auto' }),
      // All styles belong to the shell: its Tailwind build also scans the sources of the remotes.
      ...(host ? { postcss: (_options, { addPlugins }) => addPlugins(tailwind()) } : { htmlPlugin: false }),
    },
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
  });
}
