import { publicSources } from "@/lib/regions/rules";

const HOST = /^https?:\/\/(?:www\.)?([^/?#]+)/;

/** Sources of a record, shown by their host name; nothing when no source has an address. */
export function SourceLinks({ label, sources }: { label: string; sources: readonly string[] }) {
  const links = publicSources(sources).flatMap((href) => {
    const host = HOST.exec(href)?.[1];
    return host ? [{ href, host }] : [];
  });
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
