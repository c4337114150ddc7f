import { Link } from '@zo/web/router';

/** The section of the settings that sentences of the services name; others open only those of their owner. */
const PLACES = [
  { says: 'Settings, Your AI', name: 'Settings, Your AI', to: '/settings#your-ai' },
  { says: 'You can raise it in Settings, People', name: 'Settings, People', to: '/settings#people' },
];

/** A sentence whose first mention of a section of the settings leads there. */
export function WithSettingsLink({ text }: { text: string }) {
  const place = PLACES.find(({ says }) => text.includes(says));
  if (!place) return text;
  const { name, to } = place;
  const at = text.indexOf(name);
  return (
    <>
      {text.slice(0, at)}
      <Link to={to} className="rounded-sm font-medium underline underline-offset-2">
        {name}
      </Link>
      {text.slice(at + name.length)}
    </>
  );
}
