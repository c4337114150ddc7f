import { Bookmark } from 'lucide-react';
import { useState } from 'react';
import { settingsApi, store, toProblem } from '@zo/web/store';
import { Button, cn, Dialog, Field, toast, usePhone } from '@zo/web/ui';
import { articlesApi } from '../../api/articles.endpoints';
import { useOpen } from '../../navigation/use-open';

const imagesMissing = (count: number) =>
  count === 1 ? 'One image could not be saved and stays on the web.' : `${count} images stay on the web.`;

/** What a bookmark runs on the page that is to be saved. */
const bookmarklet = () =>
  `javascript:location.href=${JSON.stringify(`${window.location.origin}/f/w/Articles?save_url=`)}+encodeURIComponent(location.href)`;

/** People leave the scheme out; behind the name of a host, a colon begins its port. */
const withScheme = (typed: string) => (/^[a-z][a-z\d+.-]*:(?!\d)/i.test(typed) ? typed : `https://${typed}`);

/** A link to drag to the bookmarks. React refuses such addresses, so it is set on the element. */
function BookmarkLink() {
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm text-text-2">
      <a
        ref={(link) => link?.setAttribute('href', bookmarklet())}
        onClick={(event) => event.preventDefault()}
        className={cn(
          'inline-flex cursor-grab items-center gap-1.5 rounded-md border',
          'border-line-2 px-2 py-1 font-medium text-text-1',
        )}
      >
        <Bookmark className="size-4" />
        Save to Zo
      </a>
      Drag this to your bookmarks to save any page.
    </p>
  );
}

interface SaveArticleProps {
  url: string;
  problem: string | undefined;
  onClose: () => void;
}

/** FT-17: asks for the address of a page and keeps its article. */
export function SaveArticleDialog({ url: given, problem: known, onClose }: SaveArticleProps) {
  const [url, setUrl] = useState(given);
  const [problem, setProblem] = useState(known);
  const [busy, setBusy] = useState(false);
  const open = useOpen();
  const phone = usePhone();

  const save = async () => {
    if (busy || url.trim() === '') return;
    setBusy(true);
    setProblem(undefined);
    try {
      const { root, path, title, images } = await store
        .dispatch(articlesApi.endpoints.saveArticle.initiate({ url: withScheme(url.trim()) }))
        .unwrap();
      // AU-06: the result is ignored, because onboarding does not affect this dialog.
      void store.dispatch(
        settingsApi.endpoints.onboarding.initiate({ field: 'has_saved_article', op: 'set', value: true }),
      );
      onClose();
      open({ root, path });
      toast.success(`Saved "${title}"`, {
        description: images.missing > 0 ? imagesMissing(images.missing) : undefined,
      });
    } catch (error) {
      setBusy(false);
      setProblem(toProblem(error).detail);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(next) => next || onClose()}
      title="Save article"
      description="The text of a web page and its images are kept in Articles."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={busy} disabled={url.trim() === ''} onClick={() => void save()}>
            Save
          </Button>
        </>
      }
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Field
          label="Address"
          inputMode="url"
          placeholder="https://"
          value={url}
          autoFocus
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setUrl(event.target.value);
            setProblem(undefined);
          }}
          error={problem}
        />
        {phone ? null : <BookmarkLink />}
      </form>
    </Dialog>
  );
}
