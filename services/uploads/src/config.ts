import { defineConfig, type Environment } from '@zo/config';
import { z } from 'zod';

export const uploadsSettings = {
  /** UP-05: maximum size of a file in MB (1024 × 1024 bytes); 0 means no limit besides the disk. */
  ZO_UPLOAD_MAX_MB: z.coerce.number().int().min(0).default(0),
};

export const loadUploadsConfig = (env?: Environment) => defineConfig(uploadsSettings, env);

export type UploadsConfig = ReturnType<typeof loadUploadsConfig>;
export const UPLOADS_CONFIG = Symbol('uploads config');
