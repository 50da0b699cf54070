import { Link } from "./link";

const TAB =
  "inline-flex min-h-11 items-center whitespace-nowrap border-b-4 border-transparent px-3 font-display text-lg text-muted hover:text-text aria-[current]:border-faixa aria-[current]:text-text";

type Tab = { key: string; href: string; label: string; isCurrent: boolean };

/** Tabs of a page as links; each tab has its own address. */
export function TabLinks({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav aria-label={label} className="tab-strip">
      {tabs.map(({ key, href, label: text, isCurrent }) => (
        <Link key={key} href={href} aria-current={isCurrent ? "page" : undefined} className={TAB}>
          {text}
        </Link>
      ))}
    </nav>
  );
}
