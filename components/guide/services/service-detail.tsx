import { AtSign, Globe, MapPinned, MessageCircle, Navigation, Phone } from "lucide";
import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { FavouriteButton } from "@/components/guide/favourites/favourite-button";
import { FallbackMark } from "@/components/ui/fallback-mark";
import { CopiedFacts } from "@/components/guide/map-places/copied-facts";
import { CheckedOn } from "@/components/guide/reviews/checked-on";
import { PlaceMark } from "@/components/guide/services/place-mark";
import { SourceLinks, sourceName } from "@/components/guide/services/source-links";
import { Icon } from "@/components/ui/icon";
import { SignPlate } from "@/components/ui/sign-plate";
import { cityPath, navigationLinks, positionOf } from "@/lib/guide/cities/rules";
import { translated } from "@/lib/platform/i18n/content";
import { whatsappAddress } from "@/lib/platform/whatsapp";
import { localePath } from "@/lib/platform/i18n/routing";
import type { Category, Service } from "@/lib/guide/services/queries";
import { attributesOf, makesOf, needsConfirmation, servicePath } from "@/lib/guide/services/rules";
import { CategoryBadge } from "./category-badge";
import { OpenHoursTable } from "./open-hours-table";
import { formatTimestamp } from "@/lib/platform/format";
import { buttonClass } from "@/components/ui/button-class";

const BUTTON = buttonClass();

/** All data of one place; the bottom sheet shows this block too. */
export async function ServiceDetail({ service, category }: { service: Service; category: Category }) {
  const t = await getTranslations("guide/services");
  const layout = await getTranslations("site/layout.content");
  const locale = await getLocale();
  const description = translated(service, "description", locale);
  const features = [
    ...attributesOf(service.attributes).map((name) => t(`attribute.${name}`)),
    ...makesOf(service.attributes),
  ];
  const isSight = category.kind === "attraction" || category.kind === "museum";
  return (
    <div data-detail="" data-place={service.id} className="grid gap-5">
      <div className="flex flex-wrap items-center gap-4">
        <CategoryBadge category={category} className="size-14" />
        <SignPlate kind={isSight ? "attraction" : "service"} className="w-fit max-w-full">
          <h1 className="display-2 px-1 wrap-anywhere">{service.name}</h1>
        </SignPlate>
        <FavouriteButton
          item={{
            kind: "service",
            id: service.id,
            title: service.name,
            path: servicePath(service),
            state: service.state_abbr,
          }}
        />
      </div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-muted">
        {translated(category, "name", locale).text}
        {service.city && (
          <Link href={localePath(locale, cityPath(service.city))} className="text-link underline underline-offset-4">
            {service.city.name}
          </Link>
        )}
        {needsConfirmation({ ...service, kind: category.kind }) && (
          <PlaceMark title={t("mark.confirmHint")}>{t("mark.confirm")}</PlaceMark>
        )}
      </p>
      {description.text && (
        <p className="max-w-2xl text-lg">
          {description.text}
          <FallbackMark label={layout("fallback")} show={description.fallback} />
        </p>
      )}
      {features.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {features.map((feature) => (
            <li key={feature} className="rounded-full border border-line px-3 py-1 text-sm">
              {feature}
            </li>
          ))}
        </ul>
      )}
      <Contacts service={service} />
      <OpenHoursTable hours={service.opening_hours} />
      <Provenance service={service} />
      <CopiedFacts copied={service.copied} />
    </div>
  );
}

async function Contacts({ service }: { service: Service }) {
  const t = await getTranslations("guide/services");
  const position = positionOf(service);
  const go = position && navigationLinks(position);
  const digits = (number: string) => number.replace(/[^+\d]/g, "");
  const links = [
    service.phone && {
      href: `tel:${digits(service.phone)}`,
      label: service.phone,
      icon: Phone,
      kind: "call",
    },
    service.whatsapp && {
      href: whatsappAddress(service.whatsapp),
      label: "WhatsApp",
      icon: MessageCircle,
      kind: "whatsapp",
    },
    service.website && {
      href: service.website,
      label: t("detail.website"),
      icon: Globe,
      kind: "website",
    },
    service.instagram && {
      href: `https://www.instagram.com/${service.instagram}/`,
      label: `@${service.instagram}`,
      icon: AtSign,
      kind: "website",
    },
  ].filter((link) => link !== null && link !== "");
  return (
    <div className="grid gap-3">
      {service.address && (
        <p className="flex items-start gap-2">
          <Icon of={MapPinned} className="mt-1 size-5 shrink-0 text-muted" />
          {service.address}
        </p>
      )}
      <div className="flex flex-wrap gap-2" data-print="hide">
        {go && (
          <>
            <a
              href={go.google}
              target="_blank"
              rel="noopener"
              data-contact="directions"
              className={buttonClass({ look: "rota" })}
            >
              <Icon of={MapPinned} className="size-5" />
              Google Maps
            </a>
            <a href={go.waze} target="_blank" rel="noopener" data-contact="directions" className={BUTTON}>
              <Icon of={Navigation} className="size-5" />
              Waze
            </a>
          </>
        )}
        {links.map(({ href, label, icon, kind }) => (
          <a
            key={href}
            href={href}
            target={href.startsWith("tel:") ? undefined : "_blank"}
            rel="noopener nofollow"
            data-contact={kind}
            className={BUTTON}
          >
            <Icon of={icon} className="size-5" />
            {label}
          </a>
        ))}
      </div>
      {position && position.precision !== "exact" && (
        <p className="text-sm text-muted">
          {t(`precision.${position.precision === "town" && service.address ? "address" : position.precision}`)}
        </p>
      )}
    </div>
  );
}

async function Provenance({ service }: { service: Service }) {
  const t = await getTranslations("guide/services.detail");
  const locale = await getLocale();
  const day = (date: string) => formatTimestamp(date, locale, { dateStyle: "medium", timeZone: "UTC" });
  // Many pages state only the month.
  const month = (date: string) => formatTimestamp(date, locale, { month: "short", year: "numeric", timeZone: "UTC" });
  const hasNumber = Boolean(service.phone || service.whatsapp);
  const correction = new URLSearchParams({ tipo: "correcao", servico: service.slug });
  return (
    <div className="grid gap-1 border-t-2 border-line pt-4 text-sm text-muted">
      {service.verified_at && <p>{t("verified", { date: day(service.verified_at) })}</p>}
      {hasNumber && service.source && service.check_date && (
        <p>{t("numberSource", { source: sourceName(service.source), date: month(service.check_date) })}</p>
      )}
      <SourceLinks label={t("sources")} sources={service.sources} />
      {!service.verified_at && <CheckedOn date={service.check_date} isFromSource />}
      <p>
        <Link
          href={localePath(locale, `/${service.state_abbr.toLowerCase()}/cadastro?${correction}`)}
          className="inline-flex min-h-11 items-center font-semibold text-link underline underline-offset-4"
        >
          {t("wrong")}
        </Link>
      </p>
    </div>
  );
}
