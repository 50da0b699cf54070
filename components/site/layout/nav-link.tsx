"use client";

import { Link } from "@/components/ui/link";
import { usePathname } from "next/navigation";
import { splitPath } from "@/lib/platform/i18n/routing";

type Props = {
  href: string;
  label: string;
  className: string;
  /** Also marked as current on every address with this segment (the planner, with or without a state). */
  currentOn?: string;
  /** The link leads to a section: it is also marked, less strongly, on the pages below it. */
  isSection?: boolean;
  needsState?: boolean;
};

/** A header link that is marked when it is the current page. */
export function NavLink({ href, label, className, currentOn, isSection, needsState }: Props) {
  const { path } = splitPath(usePathname());
  const target = splitPath(href).path;
  const current = !needsState && (path === target || (currentOn !== undefined && `${path}/`.includes(`${currentOn}/`)));
  const below = isSection && !needsState && path.startsWith(`${target}/`);
  return (
    <Link
      href={href}
      className={className}
      aria-current={current ? "page" : below || undefined}
      data-needs-state={needsState ? "" : undefined}
    >
      {label}
    </Link>
  );
}
