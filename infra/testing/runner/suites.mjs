// The test suites, distinguished by the names of their files, and what each one needs before it can run.

/**
 * @typedef {object} Suite
 * @property {string} about What it tests against.
 * @property {RegExp} files Paths of its files. A file belongs to the first matching suite.
 * @property {boolean} [quick] Runs within seconds from sources; `npm test -- <folder>` runs these.
 * @property {boolean} [fromSources] A change outside of the package and what it imports cannot break it.
 * @property {boolean} [browser] Runs in a real browser, with Playwright instead of Jest.
 * @property {boolean} [browserDom] Runs in a simulated DOM.
 * @property {boolean} [bare] Runs in bare Node, where the files of a process share the modules that they import. A
 *   virtual machine per file, as Jest makes them, would load the services again for each file, which takes seconds.
 * @property {boolean} [database] Its tests may request the Postgres of the run, which starts with the first request.
 * @property {('build'|'engines'|'cluster'|'node')[]} [needs] What must be built first, which may take minutes.
 * @property {number} workers Number of parallel test processes.
 */

/** Bounds a test that waits for a state that never comes; a busy machine only makes it wait longer. */
export const TEST_MS = 300_000;

/** @type {Record<string, Suite>} */
export const suites = {
  e2e: {
    about: 'the built product in a real browser',
    files: /^frontends\/e2e\/.*\.e2e\.ts$/,
    browser: true,
    needs: ['build'],
    workers: 2,
  },
  engines: {
    about: 'Kafka, Redis, S3 and Postgres as real processes',
    files: /\.engines\.spec\.ts$/,
    bare: true,
    database: true,
    needs: ['build', 'engines'],
    workers: 2,
  },
  replicas: {
    about: 'the product with several processes of every service, one such product at a time',
    files: /\.replicas\.spec\.ts$/,
    bare: true,
    database: true,
    needs: ['build', 'engines'],
    workers: 1,
  },
  cluster: {
    about: 'a real Kubernetes control plane',
    files: /\.cluster\.spec\.ts$/,
    needs: ['build', 'engines', 'cluster'],
    workers: 1,
  },
  node: {
    about: 'a real Kubernetes node',
    files: /\.node\.spec\.ts$/,
    needs: ['build', 'engines', 'cluster', 'node'],
    workers: 1,
  },
  product: {
    about: 'the built product over HTTP, faults included',
    files: /\.product\.spec\.ts$/,
    bare: true,
    database: true,
    needs: ['build'],
    workers: 2,
  },
  fault: {
    about: 'one service or agent while processes die, peers misbehave, disks fill and amounts grow, from sources',
    files: /\.fault\.spec\.ts$/,
    fromSources: true,
    bare: true,
    database: true,
    workers: 2,
  },
  component: {
    about: 'one service or agent with its real database and processes, from sources',
    files: /\.component\.spec\.ts$/,
    quick: true,
    fromSources: true,
    bare: true,
    database: true,
    workers: 2,
  },
  web: {
    about: 'browser code in a simulated DOM',
    files: /^frontends\/.*\.spec\.tsx?$/,
    quick: true,
    fromSources: true,
    browserDom: true,
    workers: 2,
  },
  unit: { about: 'one module', files: /\.spec\.ts$/, quick: true, fromSources: true, bare: true, workers: 2 },
};

/** The suite of a file; undefined when it is not a test. */
export const suiteOf = (path) => Object.keys(suites).find((name) => suites[name].files.test(path));
