import { useModelsQuery } from '../../../api/models.endpoints';
import { nameIn } from './name-in';

/** Which model wrote an answer; by its id at the provider where it is not offered any more. */
export function ModelName({ value }: { value: string }) {
  const { data: models } = useModelsQuery();
  const model = models?.find((each) => each.value === value);
  const label = models && model ? nameIn(models, model) : value.slice(value.indexOf(':') + 1);
  return <span className="min-w-0 truncate pl-1 text-xs text-text-3">{label}</span>;
}
