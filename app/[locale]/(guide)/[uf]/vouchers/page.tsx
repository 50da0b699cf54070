import type { Metadata } from "next";
import { Link } from "@/components/ui/link";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { countBy, facetGroup, filterLabels } from "@/components/geo/search/filter-labels";
import { ListFilterForm } from "@/components/geo/search/list-filter-form";
import { JsonLd } from "@/components/ui/json-ld";
import { postcardPath } from "@/components/guide/postcards/postcard";
import { CallToAction } from "@/components/ui/call-to-action";
import { buttonClass } from "@/components/ui/button-class";
import { GUEST_VOUCHERS_KEY, OWN_VOUCHERS_KEY } from "@/lib/platform/device-storage/rules";
import { DeviceVouchers } from "@/components/partners/downloads/device-vouchers";
import { offersData } from "@/components/partners/downloads/structured-data";
import { validityOf, VoucherCard, voucherData } from "@/components/partners/downloads/voucher-card";
import { VoucherDownloads } from "@/components/partners/downloads/voucher-downloads";
import { textMetadata } from "@/app/[locale]/page-metadata";
import { brazilianDay } from "@/lib/platform/dates";
import { env } from "@/lib/platform/env";
import { translated } from "@/lib/platform/i18n/content";
import { localePath } from "@/lib/platform/i18n/routing";
import { listCategories, type Category } from "@/lib/guide/services/queries";
import { offeredCategories } from "@/lib/guide/services/rules";
import { getSettings } from "@/lib/platform/settings/queries";
import { listVouchers, type ListedVoucher } from "@/lib/partners/downloads/queries";
import { voucherAnchor, vouchersPath } from "@/lib/partners/downloads/rules";
import { offerPath, validityState } from "@/lib/partners/vouchers/rules";
import { PageCrumbs } from "@/components/guide/pages/page-crumbs";
import { stateOf } from "../state-of";

type Props = { params: Promise<{ uf: string }> };

export const revalidate = 300;
export const generateStaticParams = () => [];

/** Number of cards above the fold on a wide screen. */
const FIRST_ROW = 3;

async function load(params: Props["params"]) {
  const { uf } = await params;
  const state = stateOf(uf);
  return { uf, state, vouchers: await listVouchers(state.abbr) };
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { uf, state, vouchers } = await load(params);
  return textMetadata("partners/downloads.list", vouchersPath(uf), postcardPath(null, `vouchers-${uf}`, "png"), {
    state: state.name,
    count: vouchers.length,
  });
}

export default async function VouchersPage({ params }: Props) {
  const { uf, state, vouchers } = await load(params);
  const [t, layout, locale] = [
    await getTranslations("partners/downloads.list"),
    await getTranslations("site/layout"),
    await getLocale(),
  ];
  const to = (path: string) => localePath(locale, path);
  const {
    "partners/vouchers": { benefit, acceptance },
    "partners/downloads": { validity, held },
  } = await getMessages();
  return (
    <main id="conteudo" className="pb-14">
      <PageCrumbs state={state} crumbs={[{ name: layout("nav.vouchers"), path: vouchersPath(uf) }]} />
      <div className="page">
        <h1 className="display-1">{t("title", { state: state.name })}</h1>
        {vouchers.length > 0 && (
          <p className="mt-4 max-w-3xl text-lg text-muted">{t("lead", { count: vouchers.length })}</p>
        )}
        {vouchers.length > 0 ? (
          <>
            <Offers uf={uf} vouchers={vouchers} />
            {/* Below the list, which must not move when the vouchers of the device are known. */}
            <span hidden data-at-once={`${GUEST_VOUCHERS_KEY} ${OWN_VOUCHERS_KEY}`} />
            <DeviceVouchers texts={{ benefit, acceptance, validity, held }} locale={locale} />
            <CallToAction
              title={t("offerTitle")}
              text={t("offerText")}
              actions={[{ label: t("offer"), href: to(offerPath(uf)) }]}
            />
          </>
        ) : (
          <section className="mt-8 rounded-2xl border-2 border-dashed border-line p-8 text-center">
            <h2 className="display-2">{t("emptyTitle", { state: state.name })}</h2>
            <p className="mt-2 text-lg text-muted">{t("emptyText")}</p>
            <Link href={to(offerPath(uf))} className={buttonClass({ look: "primary", size: "lg", className: "mt-4" })}>
              {t("offer")}
            </Link>
          </section>
        )}
      </div>
      {vouchers.length > 0 && <JsonLd data={offersData(vouchers, t("title", { state: state.name }), locale)} />}
    </main>
  );
}

async function Offers({ uf, vouchers }: { uf: string; vouchers: readonly ListedVoucher[] }) {
  const t = await getTranslations("partners/downloads.list");
  const filter = await getTranslations("guide/services.filter");
  const locale = await getLocale();
  const today = brazilianDay(Date.now());
  const [categories, settings] = await Promise.all([listCategories(), getSettings()]);
  const categoryOf = new Map(categories.map((category) => [category.key, category]));
  return (
    <>
      <ListFilterForm
        groups={await facets(categories, vouchers, today)}
        labels={filterLabels(filter, {
          none: t("none"),
          register: t("offer"),
          hint: t("hint"),
        })}
        register={{ href: localePath(locale, offerPath(uf)) }}
        googleMapsKey={env.NEXT_PUBLIC_GOOGLE_MAPS_API_KEY}
      >
        <ul className="mt-2 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
          {vouchers.map((voucher, index) => (
            <li
              key={voucher.id}
              id={voucherAnchor(voucher.id)}
              className="scroll-mt-20 rounded-2xl target:outline-3 target:outline-faixa"
              {...voucherData(
                voucher,
                categoryOf.get(voucher.service.category_key),
                today,
                translated(voucher, "title", locale).text,
              )}
            >
              <VoucherCard voucher={voucher} today={today} priority={index < FIRST_ROW} />
            </li>
          ))}
        </ul>
      </ListFilterForm>
      <VoucherDownloads uf={uf} acceptsGuests={settings.feature_guest_vouchers} />
    </>
  );
}

/** Filters that match at least one voucher of the page. */
async function facets(categories: readonly Category[], vouchers: readonly ListedVoucher[], today: string) {
  const t = await getTranslations("partners/downloads.list");
  const card = await getTranslations("partners/downloads.card");
  const locale = await getLocale();
  const places = vouchers.map(({ service }) => service);
  const cities = new Map(places.flatMap(({ city }) => (city ? [[city.slug, city.name] as const] : [])));
  const inCity = countBy(places.map(({ city }) => city?.slug));
  const ending = vouchers.filter((voucher) => validityState(validityOf(voucher), today) === "ends_soon").length;
  return [
    facetGroup(
      "categoria",
      "chips",
      { label: t("category"), any: t("anyCategory") },
      offeredCategories(categories, places).map(({ category, count }) => ({
        value: category.key,
        label: translated(category, "name", locale).text,
        count,
        color: category.color,
      })),
    ),
    facetGroup(
      "cidade",
      "select",
      { label: t("city"), any: t("anyCity") },
      [...cities]
        .map(([value, label]) => ({ value, label, count: inCity.get(value) ?? 0 }))
        .toSorted((a, b) => a.label.localeCompare(b.label, locale)),
    ),
    facetGroup(
      "prazo",
      "boxes",
      { label: t("term"), any: "" },
      ending > 0 ? [{ value: "termina", label: card("endsSoon"), count: ending }] : [],
    ),
  ];
}
