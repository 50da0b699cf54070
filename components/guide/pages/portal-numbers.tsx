import { getLocale, getTranslations } from "next-intl/server";
import { SignPlate } from "@/components/ui/sign-plate";
import type { PublishedCounts } from "@/lib/guide/pages/queries";
import { formatNumber } from "@/lib/platform/format";
import { COUNTED_KINDS } from "@/lib/guide/pages/rules";

/** Counts of the published content; kinds without any are left out. */
export async function PortalNumbers({ title, counts }: { title: string; counts: PublishedCounts }) {
  const t = await getTranslations("guide/pages.numbers");
  const locale = await getLocale();
  const shown = COUNTED_KINDS.filter((kind) => counts[kind] > 0);
  if (shown.length === 0) return null;
  return (
    <SignPlate as="section" kind="route" className="p-7 sm:p-8">
      <h2 className="text-2xl">{title}</h2>
      <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4">
        {shown.map((kind) => (
          <div key={kind} className="flex flex-col-reverse">
            <dt>{t(kind, { count: counts[kind] })}</dt>
            <dd className="tabular font-display text-4xl leading-none">{formatNumber(counts[kind], locale)}</dd>
          </div>
        ))}
      </dl>
    </SignPlate>
  );
}
