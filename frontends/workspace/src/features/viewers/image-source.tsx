/** FV-02: where an image that failed to load comes from, on one line; of one that is part of a file only its type. */
export function ImageSource({ address }: { address: string }) {
  const source = /^data:([^;,]*)/i.exec(address)?.[1] ?? address;
  return (
    <span className="max-w-60 min-w-0 truncate font-mono text-xs text-text-2" title={source}>
      {source}
    </span>
  );
}
