import { toast } from '@zo/web/ui';
import { useModelsQuery, usePreferenceQuery, useSavePreferenceMutation } from '../../../api/models.endpoints';
import type { Preference } from '../../../api/types';
import { TEXT } from '../../../messages';

/** Available chat models, the selected one, and how to change it. */
export function useModels() {
  const { data: models, isError, isLoading: isLoadingModels, refetch } = useModelsQuery();
  const { data: preference = { value: null }, isLoading: isLoadingPreference } = usePreferenceQuery();
  const [save] = useSavePreferenceMutation();
  const chat = (models ?? []).filter(({ meter }) => meter.includes('chat'));
  const current = chat.find(({ value }) => value === preference.value) ?? chat[0];
  const change = (next: Preference) => {
    save(next)
      .unwrap()
      .catch(() => toast.error(TEXT.preferenceFailed));
  };
  /** Until both are known, `current` may change to another model. */
  const isLoading = isLoadingModels || isLoadingPreference;
  return { models: chat, current, preference, change, isError, isLoading, refetch };
}
