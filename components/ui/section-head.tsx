import type { ReactNode } from "react";
import { Link } from "./link";

type Props = {
  /** The heading of the section. */
  children: ReactNode;
  /** The page with the complete list. */
  more?: { label: string; href: string } | undefined;
};

/** The heading of a section, with a link to the page that lists all of its items. */
export function SectionHead({ children, more }: Props) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
      {children}
      {more && (
        <Link
          href={more.href}
          className="inline-flex min-h-11 items-center font-semibold text-link underline underline-offset-4"
        >
          {more.label}
        </Link>
      )}
    </div>
  );
}
