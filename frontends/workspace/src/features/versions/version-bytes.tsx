import { Download, ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { formatDate, formatSize } from '@zo/web/format';
import { FileIcon, familyOf } from '@zo/web/file-types';
import { nameOf, rawHref, type Location } from '@zo/web/paths';
import { Button, SkeletonRows } from '@zo/web/ui';
import type { FileVersion } from '@zo/web/api';
import { useIsTooLarge } from '../../images/use-is-too-large';
import { VERSIONS } from './messages';
import { clock, hasContent } from './timeline';

/** HEIC and TIFF are no images to a browser. */
const isPicture = (name: string): boolean => familyOf(name, false) === 'image' && !/\.(?:hei[cf]|tiff?)$/i.test(name);

interface SideProps {
  location: Location;
  version: FileVersion | undefined;
  /** What the side is called where it has no column of its own. */
  label: string | undefined;
}

function Picture({ src, alt, onMissing }: { src: string; alt: string; onMissing: () => void }) {
  const isTooLarge = useIsTooLarge(src);
  if (isTooLarge === undefined) return <SkeletonRows label="Loading" />;
  if (isTooLarge) return <p className="text-sm text-text-2">{VERSIONS.tooManyPixels}</p>;
  return (
    <img
      src={src}
      alt={alt}
      onError={onMissing}
      className="max-h-[60vh] max-w-full rounded-md border border-line-1 object-contain"
    />
  );
}

function Bytes({ location, version }: { location: Location; version: FileVersion }) {
  const name = nameOf(location);
  const src = `${rawHref(location)}?version=${version.version}`;
  const [isMissing, setMissing] = useState(false);
  const isShown = isPicture(name) && !isMissing;
  return (
    <>
      {isShown ? (
        <Picture src={src} alt={VERSIONS.at(name, clock(version.at))} onMissing={() => setMissing(true)} />
      ) : (
        <FileIcon name={name} isDirectory={false} className="size-8 text-text-2" />
      )}
      <p className="text-sm text-text-2 tabular-nums">
        {[formatSize(version.size), formatDate(version.at, Date.now())].join(' · ')}
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        {isShown ? (
          <Button asChild>
            <a href={src} target="_blank" rel="noopener">
              <ExternalLink />
              Open
            </a>
          </Button>
        ) : null}
        <Button asChild>
          <a
            href={`${rawHref(location, { download: true })}&version=${version.version}`}
            target="_blank"
            rel="noopener"
          >
            <Download />
            {VERSIONS.download}
          </a>
        </Button>
      </div>
    </>
  );
}

function sentenceFor(version: FileVersion | undefined): string | undefined {
  if (!version) return VERSIONS.nothingBefore;
  if (!hasContent(version)) return VERSIONS.goneThen;
  return version.notKept && VERSIONS.reason[version.notKept];
}

function Side({ location, version, label }: SideProps) {
  const sentence = sentenceFor(version);
  return (
    <figure
      aria-label={label ?? (version && clock(version.at))}
      className="flex min-w-0 flex-col items-center justify-center gap-3 p-6"
    >
      {label ? <figcaption className="self-start text-sm font-medium">{label}</figcaption> : null}
      {sentence ? (
        <p className="text-sm text-text-2">{sentence}</p>
      ) : (
        <Bytes key={version!.version} location={location} version={version!} />
      )}
    </figure>
  );
}

/** Two versions of a file that has no text to compare: pictures are shown, of others what is known, with a download. */
export function VersionBytes(props: {
  location: Location;
  before: FileVersion | undefined;
  after: FileVersion;
  labels: readonly [string, string];
  columns: 1 | 2;
}) {
  const { location, before, after, labels, columns } = props;
  const [first, second] = columns === 1 ? labels : [];
  return (
    <div className={columns === 2 ? 'grid min-h-full grid-cols-2 divide-x divide-line-1' : 'divide-y divide-line-1'}>
      <Side location={location} version={before} label={first} />
      <Side location={location} version={after} label={second} />
    </div>
  );
}
