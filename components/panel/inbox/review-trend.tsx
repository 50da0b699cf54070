import { getLocale, getTranslations } from "next-intl/server";
import { formatMonthYear, formatNumber } from "@/lib/platform/format";

type ReviewTrendProps = {
  months: readonly { month: string; average: number; count: number }[];
  nps: number | null;
  answers: number;
};

const BEST = 5;

/** Ratings of twelve months as a bar chart that is also a table, and the Net Promoter Score. */
export async function ReviewTrend({ months, nps, answers }: ReviewTrendProps) {
  const t = await getTranslations("panel/inbox.trend");
  const locale = await getLocale();
  return (
    <section className="grid gap-4 rounded-xl border border-line bg-surface p-5 lg:grid-cols-[1fr_auto]">
      {months.length === 0 ? (
        <p className="text-muted">{t("empty")}</p>
      ) : (
        <table className="w-full max-w-2xl">
          <caption className="mb-2 text-left font-semibold">{t("title")}</caption>
          <tbody>
            {months.map(({ month, average, count }) => (
              <tr key={month}>
                <th scope="row" className="w-40 py-1 text-left font-normal text-muted">
                  {formatMonthYear(`${month}-01`, locale)}
                </th>
                <td className="tabular">
                  <meter
                    min={0}
                    max={BEST}
                    value={average}
                    className="mr-3 inline-block h-3 w-28 align-middle sm:w-48"
                    aria-hidden
                  />
                  {t("month", {
                    average: formatNumber(average, locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
                    count,
                  })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p>
        <span className="block text-muted">{t("nps")}</span>
        <strong className="font-display text-5xl tabular">{nps ?? "–"}</strong>
        <span className="block text-sm text-muted">{t("answers", { count: answers })}</span>
      </p>
    </section>
  );
}
