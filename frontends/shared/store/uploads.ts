import type { Location } from '../paths';

/** A file or folder that was passed to the uploader. */
export interface HandedUpload {
  name: string;
  isDirectory: boolean;
  /** Path after the upload; undefined when it failed. */
  arrived: Promise<Location | undefined>;
}

/** Uploads into a folder. Must be called synchronously in the event that carries the files. */
export type Uploader = (target: Location, given: readonly DataTransferItem[] | readonly File[]) => HandedUpload[];

let uploader: Uploader | undefined;

/** The workspace registers its uploader here, so that other parts of the page can use it. Returns the removal. */
export function provideUploader(given: Uploader): () => void {
  uploader = given;
  return () => {
    if (uploader === given) uploader = undefined;
  };
}

/** Passes files to the workspace's uploader; does nothing while the workspace is not loaded. */
export const handOver: Uploader = (target, given) => uploader?.(target, given) ?? [];
