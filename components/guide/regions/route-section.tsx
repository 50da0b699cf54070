import { Link } from "@/components/ui/link";
import type { ReactNode } from "react";
import { buttonClass } from "@/components/ui/button-class";

type Action = { label: string; href: string };

/** One section of a route page: heading, cards or an empty state, and one link. */
export function RouteSection({
  id,
  title,
  action,
  empty,
  children,
}: {
  id: string;
  title: string;
  action?: Action;
  /** Shown instead of the children when given. */
  empty?: { text: string; action: Action };
  children?: ReactNode;
}) {
  return (
    <section id={id} className="page mt-12 scroll-mt-20" data-print="hide">
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-1">
        <h2 className="display-2">{title}</h2>
        {action && !empty && (
          <Link
            href={action.href}
            className="inline-flex min-h-11 items-center font-semibold text-link underline underline-offset-4"
          >
            {action.label}
          </Link>
        )}
      </div>
      {empty ? (
        <div className="flex flex-wrap items-center justify-between gap-4 rounded-2xl border-2 border-dashed border-line p-5">
          <p className="text-muted">{empty.text}</p>
          <Link href={empty.action.href} className={buttonClass({ className: "h-11" })}>
            {empty.action.label}
          </Link>
        </div>
      ) : (
        children
      )}
    </section>
  );
}

/** Anchors to the sections of a page with the number of items in each. */
export function SectionLinks({
  label,
  links,
}: {
  label: string;
  links: readonly { id: string; title: string; count: number }[];
}) {
  return (
    <nav aria-label={label} className="page mt-8" data-print="hide">
      <ul className="flex flex-wrap gap-2">
        {links.map(({ id, title, count }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="inline-flex h-11 items-center gap-2 rounded-full border-2 border-line bg-surface px-4 font-semibold hover:border-faixa hover:bg-raised"
            >
              {title}
              <span className="rounded-full bg-raised px-2 text-sm text-muted tabular">{count}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
