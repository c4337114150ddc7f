import { defineConfig } from '@zo/config';
import { z } from 'zod';

export const loadBackupConfig = () =>
  defineConfig({
    ZO_DATA: z.string().min(1),
    ZO_CHECKOUT: z.string().min(1),
    /** Administrator address of an external Postgres; the default is the one in the data folder. */
    DATABASE_URL: z.string().startsWith('postgres', 'must be a postgres:// address').optional(),
  });
