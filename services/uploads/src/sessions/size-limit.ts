import { Inject, Injectable } from '@nestjs/common';
import { UPLOADS_CONFIG, type UploadsConfig } from '../config.js';
import { uploadErrors } from '../errors.js';

/** UP-05: the maximum size of a single file. */
@Injectable()
export class SizeLimit {
  /** In MB of 1024 × 1024 bytes; null if only the disk limits it. */
  readonly megabytes: number | null;

  constructor(@Inject(UPLOADS_CONFIG) config: UploadsConfig) {
    this.megabytes = config.ZO_UPLOAD_MAX_MB || null;
  }

  /** @throws uploads.over_limit */
  assert(fileName: string, bytes: number): void {
    if (this.megabytes !== null && bytes > this.megabytes * 1024 * 1024)
      throw uploadErrors.overLimit({ limit: this.megabytes, names: fileName });
  }
}
