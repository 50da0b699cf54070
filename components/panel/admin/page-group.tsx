"use client";

import { usePathname } from "next/navigation";
import { splitPath } from "@/lib/platform/i18n/routing";
import { NavLink } from "../../site/layout/nav-link";

type PageGroupProps = { label: string; groups: readonly (readonly { href: string; label: string }[])[] };

const isWithin = (path: string, href: string) => path === href || (href !== "/admin" && path.startsWith(`${href}/`));

/** Links between a page of the sidebar and the pages below it; nothing on a page without a group. */
export function PageGroup({ label, groups }: PageGroupProps) {
  const { path } = splitPath(usePathname());
  const group = groups.find((links) => links.some(({ href }) => isWithin(path, splitPath(href).path)));
  if (!group) return null;
  const [nearest] = group
    .map(({ href }) => href)
    .filter((href) => isWithin(path, splitPath(href).path))
    .toSorted((a, b) => b.length - a.length);
  return (
    <nav aria-label={label} className="tab-strip bg-surface px-2 sm:px-4">
      {group.map(({ href, label: name }) => (
        <NavLink
          key={href}
          href={href}
          label={name}
          isSection={href === nearest}
          className="inline-flex min-h-11 shrink-0 items-center whitespace-nowrap border-b-4 border-transparent px-3 text-muted hover:text-text aria-[current]:border-faixa aria-[current]:font-semibold aria-[current]:text-text"
        />
      ))}
    </nav>
  );
}
