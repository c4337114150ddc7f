import type { ModelEntry } from '../../../api/types';

/** The name of a model; with its provider's, where two providers offer a model of that name. */
export function nameIn(models: readonly ModelEntry[], { value, label, provider_label }: ModelEntry): string {
  const isAmbiguous = models.some((other) => other.value !== value && other.label === label);
  return isAmbiguous ? `${label} · ${provider_label}` : label;
}
