import { Link } from "./link";
import { JsonLd } from "./json-ld";
import { siteUrl } from "@/lib/platform/site-url";

type Crumb = { name: string; href: string };

/** Links from the country to this page, for people and for search engines. */
export function Breadcrumb({ label, crumbs }: { label: string; crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label={label} className="page py-3 text-sm" data-print="hide">
      <ol className="flex flex-wrap items-center gap-x-2 text-muted">
        {crumbs.map(({ name, href }, index) => (
          <li key={href} className="flex items-center gap-x-2">
            {index > 0 && <span aria-hidden>›</span>}
            {index < crumbs.length - 1 ? (
              <Link href={href} className="inline-block py-1 hover:text-text hover:underline">
                {name}
              </Link>
            ) : (
              <span aria-current="page" className="text-text">
                {name}
              </span>
            )}
          </li>
        ))}
      </ol>
      <JsonLd
        data={{
          "@type": "BreadcrumbList",
          itemListElement: crumbs.map(({ name, href }, index) => ({
            "@type": "ListItem",
            position: index + 1,
            name,
            item: siteUrl(href),
          })),
        }}
      />
    </nav>
  );
}
