import type { Zofile } from '@zo/web/api';
import { LetterAvatar } from '../../frame/rows';

/** The picture of a persona, or its first letter. */
export function PersonaAvatar({ name, image }: Pick<Zofile, 'name' | 'image'>) {
  if (image === null) return <LetterAvatar text={name} />;
  return <img src={image} alt="" className="size-8 shrink-0 rounded-lg object-cover" />;
}
