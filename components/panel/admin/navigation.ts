import { seesLink, type Holder, type Permission } from "@/lib/platform/auth/permissions";
import { panelPages, type MenuSection, type PanelPage } from "@/lib/platform/paths";
import { MENU_SECTIONS } from "@/lib/platform/supabase/database-constants/platform";

export type PanelLink = readonly [path: string, key: Permission, word: Permission | NonNullable<PanelPage["word"]>];

const linkOf = ({ path, permission, word }: PanelPage): PanelLink => [path, permission, word ?? permission];

/** The sidebar of the specification: sections in order, each link with the permission that shows it. */
export const ADMIN_NAVIGATION: readonly { section: MenuSection; links: readonly PanelLink[] }[] = MENU_SECTIONS.map(
  (section) => ({ section, links: panelPages.filter((page) => page.section === section).map(linkOf) }),
);

/** Pages that the sidebar does not list, each with the page of the sidebar that links to it. */
const PAGES_BELOW = panelPages
  .map((page) => ({ parent: linkOf(page), pages: panelPages.filter(({ parent }) => parent === page.path).map(linkOf) }))
  .filter(({ pages }) => pages.length > 0);

/**
 * Groups of pages that link to each other, parent first, limited to what an account may see. The dashboard, which all staff
 * can open, links to the pages whose own parent the account may not see.
 */
export function pageGroups(account: Holder): PanelLink[][] {
  const visible = PAGES_BELOW.map(({ parent, pages }) => ({
    parent,
    pages: pages.filter(([, key]) => seesLink(account, key)),
  }));
  const [home, ...others] = visible;
  const orphans = others.filter(({ parent }) => !seesLink(account, parent[1])).flatMap(({ pages }) => pages);
  const groups = [
    { ...home!, pages: [...home!.pages, ...orphans] },
    ...others.filter(({ parent }) => seesLink(account, parent[1])),
  ];
  return groups.filter(({ pages }) => pages.length > 0).map(({ parent, pages }) => [parent, ...pages]);
}

/** Links from a page to the other pages of its group. */
export function linkedPages(account: Holder, page: string): PanelLink[] {
  return pageGroups(account).find((group) => group.some(([path]) => path === page)) ?? [];
}
