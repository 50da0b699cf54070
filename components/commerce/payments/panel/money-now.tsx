import { getLocale, getTranslations } from "next-intl/server";
import { DataTable } from "@/components/ui/data-table";
import { Link } from "@/components/ui/link";
import { SystemSection } from "@/components/ui/system-page";
import { RENEWAL_DAYS } from "@/lib/commerce/ads/rules";
import type { MoneyNow as Money } from "@/lib/commerce/payments/panel/schema";
import { formatDay, formatMoney } from "@/lib/platform/format";

/** Today, this month, what is still to come in, and the banners for which somebody has to act. */
export async function MoneyNow({ money, adsPath }: { money: Money; adsPath: string }) {
  const [t, locale] = [await getTranslations("commerce/payments.panel.now"), await getLocale()];
  const numbers = [
    [t("today"), money.today_cents, null],
    [t("month"), money.month_cents, null],
    [t("open"), money.open.cents, t("count", { count: money.open.count })],
    [t("review"), money.review.cents, t("payments", { count: money.review.count })],
  ] as const;
  return (
    <SystemSection title={t("title")}>
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {numbers.map(([name, cents, count]) => (
          <div key={name} className="rounded-xl border-2 border-line bg-surface p-4">
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="font-display text-3xl tabular">{formatMoney(cents, locale)}</dd>
            {count && <dd className="text-sm text-muted">{count}</dd>}
          </div>
        ))}
      </dl>
      <div className="mt-4 grid gap-6 lg:grid-cols-2">
        <Banners
          title={t("withoutArt")}
          empty={t("noArt")}
          adsPath={adsPath}
          banners={money.without_art.map((one) => ({
            ...one,
            when: t("paidAt", { date: formatDay(one.at, locale) }),
          }))}
        />
        <Banners
          title={t("ending", { days: RENEWAL_DAYS })}
          empty={t("noEnding")}
          adsPath={adsPath}
          banners={money.ending.map((one) => ({ ...one, when: t("lastDay", { date: formatDay(one.at, locale) }) }))}
        />
      </div>
      <h3 className="mt-6 mb-2 font-semibold">{t("sellers")}</h3>
      <DataTable
        caption={t("sellers")}
        heads={[t("seller"), t("sales"), t("amount")]}
        rows={money.sellers.map(({ id, seller, sales, cents }) => ({
          id,
          cells: [seller, sales, formatMoney(cents, locale)],
        }))}
        empty={t("noSales")}
      />
    </SystemSection>
  );
}

type BannersProps = {
  title: string;
  empty: string;
  adsPath: string;
  banners: readonly (Money["ending"][number] & { when: string })[];
};

function Banners({ title, empty, adsPath, banners }: BannersProps) {
  return (
    <div>
      <h3 className="mb-2 font-semibold">{title}</h3>
      {banners.length === 0 ? (
        <p className="text-muted">{empty}</p>
      ) : (
        <ul className="grid gap-2">
          {banners.map(({ id, number, company, seller, when }) => (
            <li key={id} className="border-l-4 border-line pl-3 wrap-anywhere">
              <Link href={adsPath} className="text-link underline underline-offset-4">
                {company}
              </Link>{" "}
              · {number} · {when}
              {seller && ` · ${seller}`}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
