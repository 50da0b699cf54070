import { getLocale } from "next-intl/server";
import { Link } from "@/components/ui/link";
import { localePath } from "@/lib/platform/i18n/routing";

type Props = {
  label: string;
  current: number;
  count: number;
  /** Path of a page, without language. */
  pathOf: (page: number) => string;
};

/** Pages beside the current one that a long list links to, with the first and the last. */
const BESIDE = 2;
/** A list with more pages links to some of them only. */
const ALL_PAGES = 12;

/** Links to the pages of a long list; nothing when there is only one page. */
export async function Pagination({ label, current, count, pathOf }: Props) {
  if (count < 2) return null;
  const locale = await getLocale();
  const pages = Array.from({ length: count }, (_, index) => index + 1);
  const isNear = (page: number) => page === 1 || page === count || Math.abs(page - current) <= BESIDE;
  const shown = count <= ALL_PAGES ? pages : pages.filter(isNear);
  return (
    <nav aria-label={label} className="mt-8" data-print="hide">
      <ul className="flex flex-wrap justify-center gap-2">
        {shown.map((page) => (
          <li key={page}>
            <Link
              href={localePath(locale, pathOf(page))}
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
