import type { Location } from '../paths';

/** A file or folder that was handed over to be uploaded. */
export interface HandedUpload {
  name: string;
  isDirectory: boolean;
  /** Where it is once it has arrived; undefined when it did not arrive. */
  arrived: Promise<Location | undefined>;
}

/** Uploads into a folder. Must be called inside the event that brought the files. */
export type Uploader = (target: Location, given: readonly DataTransferItem[] | readonly File[]) => HandedUpload[];

let uploader: Uploader | undefined;

/** The workspace says how files are uploaded, so that other parts of the page can hand some over. */
export function provideUploader(given: Uploader): () => void {
  uploader = given;
  return () => {
    if (uploader === given) uploader = undefined;
  };
}

/** Hands files over to the workspace; nothing happens while it is not loaded. */
export const handOver: Uploader = (target, given) => uploader?.(target, given) ?? [];
