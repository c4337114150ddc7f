declare module '*.css';

declare module '*.worker.ts?url' {
  /** Address of the bundled worker, for `new Worker(…)`. */
  const address: string;
  export default address;
}

interface ImportMeta {
  readonly env: { readonly PROD: boolean };
}
