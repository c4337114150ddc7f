import { defineConfig, type Environment } from '@zo/config';
import { z } from 'zod';

export const uploadsSettings = {
  /** UP-05: no file larger than so many MB (of 1024 × 1024 bytes) is taken; 0 means whatever the disk has. */
  ZO_UPLOAD_MAX_MB: z.coerce.number().int().min(0).default(0),
};

export const loadUploadsConfig = (env?: Environment) => defineConfig(uploadsSettings, env);

export type UploadsConfig = ReturnType<typeof loadUploadsConfig>;
export const UPLOADS_CONFIG = Symbol('uploads config');
