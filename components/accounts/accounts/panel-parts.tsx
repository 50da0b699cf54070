import type { ReactNode } from "react";

/** Where a part begins below the header and, on wide screens, the bar with the parts. */
const PLACE = "scroll-mt-20 lg:scroll-mt-18";

/** Links to the parts of a long page: a row to swipe on a phone, a bar below the header on wide screens. */
export function PanelNav({ title, parts }: { title: string; parts: readonly (readonly [id: string, text: string])[] }) {
  return (
    <nav
      aria-label={title}
      data-print="hide"
      className="-mx-4 overflow-x-auto border-b-2 border-line bg-background px-4 py-2 lg:sticky lg:top-16 lg:z-20 lg:mx-0 lg:px-0"
    >
      <ul className="flex w-max gap-1 lg:w-auto lg:flex-wrap">
        {parts.map(([id, text]) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="inline-flex min-h-11 items-center rounded-lg px-3 whitespace-nowrap text-link underline-offset-4 hover:bg-raised hover:underline"
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A part of the page that the navigation leads to. */
export function PanelPart({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div id={id} className={`${PLACE} min-w-0 empty:hidden`}>
      {children}
    </div>
  );
}
