"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { splitPath } from "@/lib/platform/i18n/routing";

type Props = {
  href: string;
  label: string;
  className: string;
  /** Also current on every address with this ending (the planner, with or without a state). */
  currentOn?: string;
  /** Leads to a section: marked, less, on the pages below it too. */
  isSection?: boolean;
  needsState?: boolean;
  /** Said of the page in addition to its name. */
  title?: string;
};

/** A header link that knows when it is the current page. */
export function NavLink({ href, label, className, currentOn, isSection, needsState, title }: Props) {
  const { path } = splitPath(usePathname());
  const target = splitPath(href).path;
  const current = !needsState && (path === target || (currentOn !== undefined && path.endsWith(currentOn)));
  const below = isSection && path.startsWith(`${target}/`);
  return (
    <Link href={href} prefetch={false} title={title} className={className} aria-current={current ? "page" : below || undefined} data-needs-state={needsState ? "" : undefined}>
      {label}
    </Link>
  );
}
