"use client";

import { Link } from "@/components/ui/link";
import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { splitPath } from "@/lib/platform/i18n/routing";
import { sidebarPath } from "./sidebar-link";

export type SidebarSection = { title: string; links: readonly { path: string; href: string; label: string }[] };

/** The links of the panel; the one of the current page is marked and scrolled into view. */
export function SidebarNav({ label, sections }: { label: string; sections: readonly SidebarSection[] }) {
  const { path } = splitPath(usePathname());
  const marked = sidebarPath(path);
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    nav.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [marked]);
  return (
    <nav ref={nav} aria-label={label} className="grid gap-4 p-3">
      {sections.map(({ title, links }) => (
        <section key={title}>
          <h2 className="px-3 text-sm uppercase tracking-wide text-muted">{title}</h2>
          {links.map((link) => (
            <Link
              key={link.path}
              href={link.href}
              aria-current={link.path === path ? "page" : link.path === marked || undefined}
              className="flex min-h-10 scroll-my-16 items-center rounded-lg px-3 text-[0.95rem] hover:bg-raised aria-[current=page]:bg-primary aria-[current=page]:text-primary-ink aria-[current=true]:border-l-4 aria-[current=true]:border-faixa aria-[current=true]:bg-raised aria-[current=true]:pl-2 aria-[current=true]:font-semibold"
            >
              {link.label}
            </Link>
          ))}
        </section>
      ))}
    </nav>
  );
}
