// Which way imports may run. Read by dependency-cruiser.
const LAYERS = [
  'streams',
  'archive',
  'errors',
  'config',
  'secrets',
  'kube',
  'observability',
  'tracing',
  'metrics',
  'auth',
  'agent-token',
  'db',
  'events',
  'cache',
  'live',
  'objects',
  'audit',
  'outbound',
  'rpc',
  'computer-client',
  'articles',
  'http',
  'bootstrap',
  'websockets',
  'embedded-postgres',
  'testing',
];

const TESTS = '(\\.(spec|e2e|conformance|process)\\.tsx?$|/test/|^frontends/e2e/|^services/shared/testing/)';

/** A library may use those before it, never those behind it. */
const oneWay = LAYERS.map((layer, index) => ({
  name: `shared-one-way-${layer}`,
  severity: 'error',
  from: { path: `^services/shared/${layer}/`, pathNot: '\\.(conformance|spec)\\.ts$' },
  to: { path: `^services/shared/(${LAYERS.slice(index + 1).join('|') || 'nothing'})/` },
}));

/** Layers of the chat service: each may import those before it. `runs` without a folder is what starts a run. */
const CHAT_LAYERS = [
  'shapes',
  'allowances',
  'models',
  'search',
  'media',
  'mcp',
  'tools',
  'runs/store',
  'runs/ports',
  'runs/gate',
  'runs/loop',
  'runs/control',
  'runs/[^/]+\\.ts$',
  'origins',
];
const inChat = (layer) => `^services/chat/src/${layer}${layer.endsWith('$') ? '' : '/'}`;
const chatOneWay = CHAT_LAYERS.slice(0, -1).map((layer, index) => ({
  name: `chat-one-way-${layer.endsWith('$') ? 'start' : layer.replace('/', '-')}`,
  severity: 'error',
  from: { path: inChat(layer) },
  to: { path: CHAT_LAYERS.slice(index + 1).map(inChat) },
}));

module.exports = {
  forbidden: [
    ...oneWay,
    ...chatOneWay,
    {
      name: 'chat-shapes-import-nothing',
      comment: 'Every layer of chat may use the shapes because they depend on none.',
      severity: 'error',
      from: { path: '^services/chat/src/shapes/' },
      to: { path: '^services/chat/src/', pathNot: '^services/chat/src/shapes/' },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'service-to-service',
      comment: 'Services talk through RPC and events, never by import.',
      severity: 'error',
      from: { path: '^services/([^/]+)/', pathNot: '^services/shared/' },
      to: { path: '^services/([^/]+)/', pathNot: ['^services/$1/', '^services/shared/'] },
    },
    {
      name: 'shared-knows-no-service',
      severity: 'error',
      from: { path: '^services/shared/', pathNot: '^services/shared/testing/' },
      to: { path: '^services/(?!shared/)' },
    },
    {
      name: 'nothing-imports-upwards',
      comment: 'Services and frontends stand on their own; only their tests use the environments of infra/testing.',
      severity: 'error',
      from: { path: '^(services|frontends)/', pathNot: TESTS },
      to: { path: '^infra/' },
    },
    {
      name: 'tests-use-testing-only',
      severity: 'error',
      from: { path: '^(services|frontends)/' },
      to: { path: '^infra/(?!testing/)' },
    },
    {
      name: 'apps-know-no-tests',
      comment: 'What runs at a user carries no test environment, benchmark or build tool; development modes may.',
      severity: 'error',
      from: { path: '^infra/apps/.*\\.ts$', pathNot: [TESTS, '^infra/apps/launcher/(cluster/|dev\\.ts$)'] },
      to: { path: '^infra/(testing|bench|tools)/' },
    },
    {
      name: 'typeorm-in-its-files',
      comment: 'Only repositories, entities, migrations and the database library speak SQL.',
      severity: 'error',
      from: {
        path: '^services/',
        pathNot: '(\\.(repository|entity|spec)\\.ts$|/db/|^services/shared/(db|events|auth)/|service\\.ts$)',
      },
      to: { path: '(^|node_modules/)typeorm(/|$)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'feature-to-feature',
      comment: 'Features of a remote are composed in its routes, not imported by each other.',
      severity: 'error',
      from: { path: '^frontends/([^/]+)/src/features/([^/]+)/' },
      to: { path: '^frontends/$1/src/features/([^/]+)/', pathNot: '^frontends/$1/src/features/$2/' },
    },
    {
      name: 'remote-to-remote',
      severity: 'error',
      from: { path: '^frontends/(workspace|chat|settings)/' },
      to: { path: '^frontends/(shell|workspace|chat|settings)/', pathNot: '^frontends/$1/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(/dist/|/fixtures/|proto/gen/)' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'services/tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
    },
  },
};
