import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { fold } from "@/lib/platform/slug";
import { STATES, stateSegment } from "@/lib/geo/states/rules";

export type Command = { label: string; href: string };

const MAX_SHOWN = 6;

/** The links of this page's menu, which match its language, its state and the visitor's role. */
function menuLinks(): Command[] {
  const links = document.querySelectorAll<HTMLAnchorElement>(
    "#mobile-menu nav a:not([hidden], [target], [hreflang], [data-needs-state])",
  );
  return [...links].map((link) => ({ label: link.textContent, href: link.getAttribute("href") ?? "/" }));
}

/** Menu pages and states with a word that starts like the query; all pages for an empty query. */
export function quickCommands(query: string, locale: Locale): Command[] {
  const wanted = fold(query.trim());
  const states = STATES.map(({ abbr, name }) => ({
    label: name,
    abbr: fold(abbr),
    href: localePath(locale, `/${stateSegment(abbr)}/home`),
  }));
  if (!wanted) return menuLinks();
  const matches = (label: string) => fold(label).startsWith(wanted) || fold(label).includes(` ${wanted}`);
  const found = [
    ...states.filter(({ label, abbr }) => matches(label) || abbr === wanted),
    ...menuLinks().filter(({ label }) => matches(label)),
  ];
  return found.slice(0, MAX_SHOWN).map(({ label, href }) => ({ label, href }));
}
