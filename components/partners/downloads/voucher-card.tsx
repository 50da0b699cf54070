import { CalendarDays, Clock, Ticket } from "lucide";
import { Link } from "@/components/ui/link";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { marksOf } from "@/components/geo/search/list-filter";
import { FallbackMark } from "@/components/ui/fallback-mark";
import { Postcard } from "@/components/guide/postcards/postcard";
import { buttonClass } from "@/components/ui/button-class";
import { Icon } from "@/components/ui/icon";
import { cityPath, positionOf } from "@/lib/guide/cities/rules";
import { isShown } from "@/lib/platform/media/rules";
import { translated } from "@/lib/platform/i18n/content";
import { localePath } from "@/lib/platform/i18n/routing";
import { fold } from "@/lib/platform/slug";
import type { Category } from "@/lib/guide/services/queries";
import { biomeOfCategory, servicePath } from "@/lib/guide/services/rules";
import type { ListedVoucher } from "@/lib/partners/downloads/queries";
import { acceptanceText, benefitText, validityState } from "@/lib/partners/vouchers/rules";
import { validityText } from "./voucher-words";

const PICTURE = "aspect-[3/2] w-full rounded-lg object-cover";

export const validityOf = ({ valid_from, valid_until }: ListedVoucher) => ({ from: valid_from, until: valid_until });
export const benefitOf = ({ benefit_type, benefit_value }: ListedVoucher) => ({
  type: benefit_type,
  value: benefit_value,
});
export const acceptanceOf = ({ weekdays, starts_at, ends_at }: ListedVoucher) => ({
  weekdays,
  startsAt: starts_at,
  endsAt: ends_at,
});

/** Attributes of a voucher that the client-side filter reads. */
export function voucherData(voucher: ListedVoucher, category: Category | undefined, today: string, text: string) {
  const { service } = voucher;
  const position = positionOf(service);
  return {
    "data-search": fold(`${text} ${service.name} ${service.city?.name ?? ""}`),
    "data-marks": marksOf({
      categoria: [category?.key, category?.parent_key],
      cidade: [service.city?.slug],
      prazo: [validityState(validityOf(voucher), today) === "ends_soon" ? "termina" : null],
    }),
    "data-at": position ? `${position.lat},${position.lng}` : undefined,
  };
}

type Props = { voucher: ListedVoucher; today: string; headingLevel?: 2 | 3; hasPlace?: boolean; priority?: boolean };

/** One voucher with its button; `hasPlace` is false on the page of the place itself. */
export async function VoucherCard({ voucher, today, headingLevel = 2, hasPlace = true, priority }: Props) {
  const t = await getTranslations("partners/downloads.card");
  const layout = await getTranslations("site/layout.content");
  const { "partners/downloads": texts, "partners/vouchers": vouchers } = await getMessages();
  const locale = await getLocale();
  const Heading = `h${headingLevel}` as const;
  const title = translated(voucher, "title", locale);
  const rules = translated(voucher, "rules", locale);
  return (
    <article className="flex h-full flex-col gap-3 rounded-2xl border-2 border-line bg-surface p-4">
      {hasPlace && <VoucherPicture voucher={voucher} priority={priority} />}
      <p className="flex flex-wrap items-center gap-2">
        <span className="rounded-md bg-faixa px-2.5 py-1 font-display text-xl text-faixa-ink">
          {benefitText(benefitOf(voucher), vouchers.benefit, locale)}
        </span>
        {validityState(validityOf(voucher), today) === "ends_soon" && (
          <span className="rounded-md border-2 border-faixa px-2 py-0.5 text-sm font-semibold">{t("endsSoon")}</span>
        )}
      </p>
      <Heading className="text-2xl wrap-anywhere">
        {title.text}
        <FallbackMark label={layout("fallback")} show={title.fallback} />
      </Heading>
      {hasPlace && <Where voucher={voucher} />}
      <ul className="grid gap-1.5">
        <li className="flex items-start gap-2">
          <Icon of={CalendarDays} className="mt-0.5 size-5 shrink-0 text-placa-text" />
          {validityText(validityOf(voucher), today, texts.validity, locale)}
        </li>
        <li className="flex items-start gap-2">
          <Icon of={Clock} className="mt-0.5 size-5 shrink-0 text-placa-text" />
          <span className="inline-block first-letter:uppercase">
            {acceptanceText(acceptanceOf(voucher), vouchers.acceptance, locale)}
          </span>
        </li>
        <li className="flex items-start gap-2">
          <Icon of={Ticket} className="mt-0.5 size-5 shrink-0 text-placa-text" />
          {t("perPerson", { count: voucher.per_person_limit })}
        </li>
      </ul>
      {rules.text && (
        <details>
          <summary className="min-h-11 cursor-pointer content-center font-semibold">{t("rules")}</summary>
          <p className="whitespace-pre-line wrap-anywhere">
            {rules.text}
            <FallbackMark label={layout("fallback")} show={rules.fallback} />
          </p>
        </details>
      )}
      <div className="mt-auto grid gap-1" data-print="hide">
        {/* The island writes what is left; the height is reserved. */}
        {voucher.total_limit !== null && (
          <p className="min-h-6 font-semibold tabular" data-voucher-stock={voucher.id} />
        )}
        <button
          type="button"
          disabled
          data-voucher={voucher.id}
          data-title={title.text}
          data-guests={voucher.guests_allowed ? "1" : undefined}
          aria-label={t("downloadOf", { title: title.text, place: voucher.service.name })}
          className={buttonClass({ look: "primary", size: "wide", className: "justify-center" })}
        >
          {t("download")}
        </button>
      </div>
    </article>
  );
}

async function VoucherPicture({ voucher, priority }: { voucher: ListedVoucher; priority?: boolean }) {
  const t = await getTranslations("partners/downloads.card");
  const title = translated(voucher, "title", await getLocale()).text;
  const { service } = voucher;
  const src = voucher.image_url ?? (isShown(service.cover_url) ? service.cover_url : null);
  if (!src)
    return (
      <Postcard
        biome={biomeOfCategory(service.category_key)}
        slug={service.slug}
        alt=""
        className={PICTURE}
        priority={priority}
      />
    );
  return (
    <img
      src={src}
      alt={voucher.image_url ? t("imageOf", { title }) : ""}
      width={1200}
      height={800}
      decoding="async"
      {...(!priority && { loading: "lazy" })}
      className={PICTURE}
    />
  );
}

async function Where({ voucher: { service } }: { voucher: ListedVoucher }) {
  const locale = await getLocale();
  return (
    <p className="text-muted">
      <Link
        href={localePath(locale, servicePath(service))}
        className="inline-block py-1 font-semibold text-link underline underline-offset-4 wrap-anywhere"
      >
        {service.name}
      </Link>
      {service.city && (
        <>
          {" · "}
          <Link
            href={localePath(locale, cityPath(service.city))}
            className="inline-block py-1 text-link underline underline-offset-4"
          >
            {service.city.name}
          </Link>
        </>
      )}
      <span data-km="" className="ml-2 font-semibold text-rota-text tabular" />
    </p>
  );
}
