import { publicSources } from "@/lib/guide/regions/rules";

const HOST = /^https?:\/\/(?:www\.)?([^/?#]+)/;

/** The host name of a source that is an address; any other source unchanged. */
export function sourceName(source: string): string {
  return HOST.exec(source)?.[1] ?? source;
}

/** Sources of a record, shown by their host name; nothing when no source has an address. */
export function SourceLinks({ label, sources }: { label: string; sources: readonly string[] }) {
  const links = publicSources(sources)
    .filter((source) => HOST.test(source))
    .map((href) => ({ href, host: sourceName(href) }));
  if (links.length === 0) return null;
  return (
    <p className="wrap-anywhere text-sm text-muted">
      {label}{" "}
      {links.map(({ href, host }, index) => (
        <span key={href}>
          {index > 0 && ", "}
          <a
            href={href}
            target="_blank"
            rel="noopener nofollow"
            className="inline-block py-1 text-link underline underline-offset-4"
          >
            {host}
          </a>
        </span>
      ))}
    </p>
  );
}
