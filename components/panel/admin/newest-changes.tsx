import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { localePath } from "@/lib/platform/i18n/routing";
import { labelsOf } from "@/lib/panel/record-labels/rules";
import { formatShortMoment } from "@/lib/platform/format";

type NewestChangesProps = {
  changes: readonly { resource: string; title: string; path: string; at: string }[];
  title: string;
  empty: string;
};

/** Recently changed records, each with a link to its page. */
export async function NewestChanges({ changes, title, empty }: NewestChangesProps) {
  const t = await getTranslations("panel/records");
  const locale = await getLocale();
  const labels = labelsOf(t);
  return (
    <section className="grid gap-3">
      <h2 className="text-2xl">{title}</h2>
      {changes.length === 0 && <p className="text-muted">{empty}</p>}
      <ul className="divide-y divide-line rounded-xl border border-line bg-surface">
        {changes.map((change) => (
          <li key={change.path} className="p-3">
            <Link
              href={localePath(locale, change.path)}
              className="block min-h-6 text-link underline-offset-4 wrap-anywhere hover:underline"
            >
              {change.title}
            </Link>
            <span className="text-sm text-muted">
              {labels.many(change.resource)} · <time dateTime={change.at}>{formatShortMoment(change.at, locale)}</time>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
