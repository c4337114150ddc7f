import { Link } from '@zo/web/router';

/** As sentences of the services name the page of the settings. */
const NAME = 'Settings, Your AI';

/** A sentence whose first mention of the settings of models leads there. */
export function WithSettingsLink({ text }: { text: string }) {
  const at = text.indexOf(NAME);
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <Link to="/settings#your-ai" className="rounded-sm font-medium underline underline-offset-2">
        {NAME}
      </Link>
      {text.slice(at + NAME.length)}
    </>
  );
}
