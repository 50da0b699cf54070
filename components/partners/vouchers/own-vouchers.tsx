import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { Link } from "@/components/ui/link";
import { buttonClass } from "@/components/ui/button-class";
import { formatDate, formatNumber } from "@/lib/platform/format";
import { localePath } from "@/lib/platform/i18n/routing";
import type { Voucher } from "@/lib/partners/vouchers/queries";
import { acceptanceText, benefitText, offerPath, statusOf } from "@/lib/partners/vouchers/rules";
import type { Figures } from "@/lib/partners/vouchers/schema";
import { StatusButtons } from "./status-buttons";

type Props = { vouchers: readonly Voucher[]; figures: Figures; uf: string };

/** Vouchers of a place with totals; each with its status, figures and actions. */
export async function OwnVouchers({ vouchers, figures, uf }: Props) {
  const [t, locale] = [await getTranslations("partners/vouchers.panel"), await getLocale()];
  if (vouchers.length === 0)
    return <p className="rounded-2xl border-2 border-dashed border-line p-6 text-muted">{t("empty")}</p>;
  const counts = Object.values(figures.vouchers);
  const sum = (kind: "downloads" | "redemptions") => counts.reduce((total, count) => total + count[kind], 0);
  const totals = [
    [t("totals.downloads"), sum("downloads")],
    [t("totals.redemptions"), sum("redemptions")],
    [t("totals.active"), vouchers.filter(({ status }) => status === "active").length],
  ] as const;
  return (
    <>
      <dl className="grid grid-cols-3 divide-x-2 divide-line rounded-2xl border-2 border-line bg-surface py-4">
        {totals.map(([name, value]) => (
          <div key={name} className="px-3 sm:px-6">
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="font-display text-3xl tabular sm:text-5xl">{formatNumber(value, locale)}</dd>
          </div>
        ))}
      </dl>
      <section aria-labelledby="vouchers" className="grid gap-4">
        <h2 id="vouchers" className="display-2">
          {t("list")}
        </h2>
        <ul className="grid gap-4">
          {vouchers.map((voucher) => (
            <OwnVoucher key={voucher.id} voucher={voucher} counts={figures.vouchers[voucher.id]} uf={uf} />
          ))}
        </ul>
      </section>
    </>
  );
}

type OwnVoucherProps = { voucher: Voucher; counts: Figures["vouchers"][string] | undefined; uf: string };

async function OwnVoucher({ voucher, counts, uf }: OwnVoucherProps) {
  const [t, locale, { "partners/vouchers": texts }] = [
    await getTranslations("partners/vouchers"),
    await getLocale(),
    await getMessages(),
  ];
  const { downloads, redemptions } = counts ?? { downloads: 0, redemptions: 0 };
  const day = (date: string) => formatDate(date, locale);
  const status = statusOf(voucher.status);
  const base = localePath(locale, offerPath(uf));
  const benefit = { type: voucher.benefit_type, value: voucher.benefit_value };
  const acceptance = { weekdays: voucher.weekdays, startsAt: voucher.starts_at, endsAt: voucher.ends_at };
  const limit = voucher.total_limit;
  return (
    <li
      className="grid gap-2 rounded-2xl border-2 border-line bg-surface p-5"
      data-voucher={voucher.id}
      data-status={status}
    >
      <div className="flex flex-wrap items-start gap-x-4 gap-y-1">
        <h3 className="mr-auto text-2xl wrap-anywhere">{voucher.title}</h3>
        <strong className="rounded-md border-2 border-line px-2 py-0.5">{t(`status.${status}`)}</strong>
      </div>
      <p className="text-lg">{benefitText(benefit, texts.benefit, locale)}</p>
      <p className="text-muted">
        {t("card.validity", { from: day(voucher.valid_from), until: day(voucher.valid_until) })}
        {` · ${acceptanceText(acceptance, texts.acceptance, locale)}`}
      </p>
      <p className="tabular">
        {limit === null
          ? t("panel.downloads", { count: downloads })
          : t("panel.ofLimit", { downloads: formatNumber(downloads, locale), limit: formatNumber(limit, locale) })}
        {` · ${t("panel.redemptions", { count: redemptions })} · ${t("panel.perPerson", { count: voucher.per_person_limit })}`}
      </p>
      {voucher.status_note && (status === "rejected" || status === "draft") && (
        <p className="border-l-4 border-faixa pl-3 whitespace-pre-line wrap-anywhere">
          {t("panel.reason", { reason: voucher.status_note })}
        </p>
      )}
      <div className="flex flex-wrap gap-2 pt-1">
        {status !== "ended" && (
          <Link href={`${base}?voucher=${voucher.id}`} className={buttonClass({ size: "snug" })}>
            {t("panel.edit")}
          </Link>
        )}
        <Link href={`${base}?copiar=${voucher.id}`} className={buttonClass({ size: "snug" })}>
          {t("panel.copy")}
        </Link>
        <StatusButtons
          voucher={voucher.id}
          title={voucher.title}
          status={status}
          mayResume={voucher.decided_at !== null}
          texts={texts.panel}
        />
      </div>
    </li>
  );
}
