import { useModelsQuery } from '../../../api/models.endpoints';

/** Which model wrote an answer; by its id at the provider where it is not offered any more. */
export function ModelName({ value }: { value: string }) {
  const { data: models } = useModelsQuery();
  const label = models?.find((model) => model.value === value)?.label ?? value.slice(value.indexOf(':') + 1);
  return <span className="min-w-0 truncate pl-1 text-xs text-text-3">{label}</span>;
}
