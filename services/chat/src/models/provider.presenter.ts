import type { ProviderRow } from './providers.repository.js';

/** What the browser may know of a provider; never its key. */
export const presentProvider = ({ id, kind, label, baseUrl, key, models, enabled, createdAt }: ProviderRow) => ({
  id,
  kind,
  label,
  base_url: baseUrl,
  has_key: key !== null,
  models,
  enabled,
  created_at: createdAt.toISOString(),
});
