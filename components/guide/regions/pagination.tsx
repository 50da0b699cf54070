import { Link } from "@/components/ui/link";

type Props = { label: string; current: number; links: readonly { page: number; href: string }[] };

/** Pages beside the current one that a long list links to, with the first and the last. */
const BESIDE = 2;
/** A list with more pages links to some of them only. */
const ALL_PAGES = 12;

/** Links to the pages of a long list; nothing when there is only one page. */
export function Pagination({ label, current, links }: Props) {
  if (links.length < 2) return null;
  const isNear = (page: number) => page === 1 || page === links.length || Math.abs(page - current) <= BESIDE;
  const shown = links.length <= ALL_PAGES ? links : links.filter(({ page }) => isNear(page));
  return (
    <nav aria-label={label} className="mt-8" data-print="hide">
      <ul className="flex flex-wrap justify-center gap-2">
        {shown.map(({ page, href }) => (
          <li key={page}>
            <Link
              href={href}
              aria-current={page === current ? "page" : undefined}
              className="grid size-11 place-items-center rounded-lg border-2 border-line bg-surface font-display text-lg tabular hover:bg-raised aria-[current=page]:border-faixa aria-[current=page]:bg-faixa aria-[current=page]:text-faixa-ink"
            >
              {page}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
